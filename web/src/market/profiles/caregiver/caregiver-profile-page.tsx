import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import type { ReactNode } from 'react'
import { Watch } from 'react-hook-form'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { BackgroundSeal } from '../../../shared/people/background-seal.tsx'
import { ExpiryBanner, hasExpiredDocument } from '../../../shared/people/expiry-banner.tsx'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { PublicLinks } from '../../../shared/people/public-links.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { useOwnBackgroundCheckQuery } from '../background-check/background-check-api.ts'
import { BackgroundCheckPanel } from '../background-check/background-check-panel.tsx'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { documents } from '../documents/files.ts'
import { useDocumentUploads } from '../documents/use-document-uploads.ts'
import { MissingBanner } from '../missing-banner.tsx'
import { ProfileSkeleton } from '../profile-skeleton.tsx'
import { ReferencesPanel } from '../references/references-panel.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useWayBack, WayBackButton } from '../way-back.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { listMissingDetails } from './profile-values.ts'
import { useProfileForm } from './use-profile-form.ts'
import { VerificationBanner } from './verification-banner.tsx'
import { WhileWaiting } from './while-waiting.tsx'

// Document links expire after 10 minutes, so an open screen refetches them in time.
const polling = { pollingInterval: 8 * 60_000, skipPollingIfUnfocused: true }

export function CaregiverProfilePage() {
  const query = useOwnCaregiverProfileQuery(undefined, polling)
  const back = useWayBack()
  const { data: backgroundCheck } = useOwnBackgroundCheckQuery()
  return (
    <Page
      title="My Profile"
      lead="What families see before they contact you."
      back={back && <BackLink to={back.to}>{back.label}</BackLink>}
      actions={query.data && isListed(query.data) && <PublicLinks userId={query.data.id} />}
    >
      <QueryBody query={query} failure="Failed to load your profile" skeleton={<ProfileSkeleton />}>
        {(profile) => (
          <CaregiverProfileEditor
            key={profile.id}
            profile={profile}
            afterDocuments={
              <>
                <BackgroundCheckPanel />
                <ReferencesPanel />
              </>
            }
            badge={backgroundCheck?.badge && <BackgroundSeal />}
          />
        )}
      </QueryBody>
    </Page>
  )
}

/** Whether families can open the caregiver's page. */
function isListed(profile: OwnCaregiverProfile): boolean {
  return (
    profile.verification_status === 'verified' && profile.profile_complete && !hasExpiredDocument(profile)
  )
}

const DETAILS_ID = 'details'

interface CaregiverProfileEditorProps {
  profile: OwnCaregiverProfile
  afterDocuments?: ReactNode
  /** In the preview: their background check, if families see it. */
  badge?: ReactNode
}

/** @see docs/rules/safety.md#hiding */
function HiddenBanner() {
  return (
    <Banner
      tone="warning"
      title="Families don’t see your photo and description right now"
      action={
        <ButtonLink to={paths.contact} variant="secondary">
          Contact us
        </ButtonLink>
      }
    >
      We hid them because they go against our rules. Write a new description below, and families see it once
      we have approved it.
    </Banner>
  )
}

/** A caregiver's whole profile: details beside their preview, then the documents. */
function CaregiverProfileEditor({ profile, afterDocuments, badge }: CaregiverProfileEditorProps) {
  const { form, isDirty, submit, isPending, formError } = useProfileForm(profile)
  const uploads = useDocumentUploads()
  const details = useLinkedPanel(DETAILS_ID)
  // What has to be done comes before the good news.
  const isVerified = profile.verification_status === 'verified'
  return (
    <div className="flex flex-col gap-6">
      {!isVerified && <VerificationBanner profile={profile} />}
      <WhileWaiting profile={profile} />
      <ExpiryBanner profile={profile} />
      <DocumentRequestBanner profile={profile} />
      {profile.is_hidden && <HiddenBanner />}
      {isVerified && !hasExpiredDocument(profile) && <VerificationBanner profile={profile} />}
      {profile.pending_changes && <PendingChanges profile={profile} changes={profile.pending_changes} />}
      <MissingBanner missing={listMissingDetails(profile)} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="lg:sticky lg:top-6 lg:order-last">
          <Watch
            control={form.control}
            render={(values) => <ProfilePreview profile={profile} values={values} badge={badge} />}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Panel ref={details} id={DETAILS_ID} title="Details">
            <form onSubmit={submit} noValidate className="flex flex-col gap-6">
              <ProfileFields
                form={form}
                email={profile.email}
                isVerified={profile.verification_status === 'verified'}
                zone={profile.timezone}
              />
              <FormError message={formError} />
              <SaveBar label="Save Profile" isDirty={isDirty} isPending={isPending} />
              <WayBackButton isDirty={isDirty} />
            </form>
          </Panel>
          <DocumentsPanel profile={profile} uploads={uploads} />
          {afterDocuments}
        </div>
      </div>
      <LeaveGuard
        isDirty={isDirty || uploads.hasFiles}
        consequence={
          isDirty
            ? 'You’ll lose the changes to your profile.'
            : 'The documents you chose haven’t been uploaded yet. You’d need to choose them again.'
        }
      />
    </div>
  )
}

interface DocumentRequestBannerProps {
  profile: Pick<OwnCaregiverProfile, 'document_requests'>
}

/** Which documents are needed again. They are at the end of the screen. */
function DocumentRequestBanner({ profile: { document_requests: requests } }: DocumentRequestBannerProps) {
  if (requests.length === 0) return null
  const labels = documents.filter(({ field }) => requests.some(({ document }) => document === field))
  return (
    <Banner
      tone="warning"
      title={requests.length === 1 ? 'We need a new copy of a document' : 'We need new copies of documents'}
      action={
        <a href="#documents" className="text-link inline-flex min-h-11 items-center font-semibold">
          See why
        </a>
      }
    >
      {labels.map(({ label }) => label).join(' · ')}
    </Banner>
  )
}
