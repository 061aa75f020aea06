import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { Watch } from 'react-hook-form'
import {
  useOwnCaretakerProfileQuery,
  useSaveCaretakerProfileMutation,
} from '../../../shared/people/own-profile-api.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { LabelledPills } from '../labelled-pills.tsx'
import { MissingBanner } from '../missing-banner.tsx'
import { PreviewCard } from '../preview-card.tsx'
import { ProfileSkeleton } from '../profile-skeleton.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useSavedForm } from '../use-saved-form.ts'
import { useWayBack, WayBackButton } from '../way-back.tsx'
import { ChildrenPanel } from './children-panel.tsx'
import { FamilyFields } from './family-fields.tsx'
import {
  type CaretakerValues,
  familyForm,
  listMissingFamilyDetails,
  toFamilyValues,
} from './family-values.ts'
import { useChildrenForm } from './use-children-form.ts'

export function FamilyProfilePage() {
  const query = useOwnCaretakerProfileQuery()
  const back = useWayBack()
  return (
    <Page
      title="My Profile"
      lead="What caregivers see about your family."
      back={back && <BackLink to={back.to}>{back.label}</BackLink>}
    >
      <QueryBody query={query} failure="Failed to load your profile" skeleton={<ProfileSkeleton />}>
        {(profile) => <FamilyProfileEditor key={profile.id} profile={profile} />}
      </QueryBody>
    </Page>
  )
}

/** A family's profile: details beside their preview, then the children. The two are saved separately. */
function FamilyProfileEditor({ profile }: { profile: OwnCaretakerProfile }) {
  const [save] = useSaveCaretakerProfileMutation()
  const { form, isDirty, submit, isPending, formError } = useSavedForm({
    schema: familyForm,
    saved: profile,
    toValues: toFamilyValues,
    save: (body) => save(body).unwrap(),
    success: 'Profile saved',
    failure: 'Failed to save profile',
  })
  const children = useChildrenForm(profile)
  return (
    <div className="flex flex-col gap-6">
      <MissingBanner missing={listMissingFamilyDetails(profile)} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="lg:sticky lg:top-6 lg:order-last">
          <Watch
            control={form.control}
            render={(values) => <FamilyPreview profile={profile} values={values} />}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Details">
            <form onSubmit={submit} noValidate className="flex flex-col gap-6">
              <FamilyFields form={form} email={profile.email} />
              <FormError message={formError} />
              <SaveBar label="Save Profile" isDirty={isDirty} isPending={isPending} />
              <WayBackButton isDirty={isDirty} />
            </form>
          </Panel>
          <ChildrenPanel list={children} />
        </div>
      </div>
      <LeaveGuard
        isDirty={isDirty || children.isDirty}
        consequence="You’ll lose the changes to your profile."
      />
    </div>
  )
}

interface FamilyPreviewProps {
  profile: Pick<OwnCaretakerProfile, 'avatar'>
  /** The form's values, saved or not. */
  values: CaretakerValues
}

/** The profile as caregivers will see it, updated while it is edited. */
function FamilyPreview({ profile, values }: FamilyPreviewProps) {
  return (
    <PreviewCard
      profileRole="caretaker"
      avatar={profile.avatar}
      values={values}
      placeHint="Add your city"
      text={values.notes}
      textHint="Your notes will appear here."
    >
      <LabelledPills label="Care needs" words={values.care_needs} />
      <LabelledPills label="Languages" words={values.languages} />
    </PreviewCard>
  )
}
