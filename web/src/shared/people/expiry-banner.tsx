import { nameDocuments } from '@tendwell/contract/profiles/document-names'
import type { DocumentState, OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { formatDay } from '../../lib/format/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { paths } from '../routes/paths.ts'

type Profile = Pick<OwnCaregiverProfile, 'document_states' | 'verification_status'>

/** Whether a document has expired, so that a verified caregiver isn't listed. */
export function hasExpiredDocument(profile: Profile): boolean {
  return (
    profile.verification_status === 'verified' &&
    profile.document_states.some(({ is_expired: isExpired }) => isExpired)
  )
}

/** Why a verified caregiver isn't listed, or won't be soon: documents that have expired or expire soon. */
export function ExpiryBanner({ profile }: { profile: Profile }) {
  if (profile.verification_status !== 'verified') return null
  const { document_states: states } = profile
  const expired = states.filter(({ is_expired: isExpired }) => isExpired)
  const expiring = states.filter(({ is_expiring: isExpiring, renewal }) => isExpiring && renewal === null)
  return (
    <>
      {groupByDay(expired).map((documents) => (
        <Expired key={documents[0]?.document} documents={documents} />
      ))}
      {groupByDay(expiring).map((documents) => (
        <Expiring key={documents[0]?.document} documents={documents} />
      ))}
    </>
  )
}

interface DocumentsProps {
  documents: readonly DocumentState[]
}

function Expired({ documents }: DocumentsProps) {
  const isRenewing = documents.every(({ renewal }) => renewal !== null)
  return (
    <Banner
      tone={isRenewing ? 'warning' : 'danger'}
      title={`${nameAll(documents).name} expired on ${formatExpiry(documents)}`}
      action={!isRenewing && <UploadLink />}
    >
      <p>
        {isRenewing
          ? 'We’re checking the new one you uploaded. Families can find you again once we’ve accepted it.'
          : 'Upload a new one. Until we’ve accepted it, families can’t find or book you.'}
      </p>
      <p>Paid bookings aren’t affected.</p>
    </Banner>
  )
}

function Expiring({ documents }: DocumentsProps) {
  const { name, isOne } = nameAll(documents)
  return (
    <Banner
      tone="warning"
      title={`${name} ${isOne ? 'expires' : 'expire'} on ${formatExpiry(documents)}`}
      action={<UploadLink />}
    >
      Upload a new one before then so families can keep finding and booking you. The current one counts until
      we’ve checked the new one.
    </Banner>
  )
}

function UploadLink() {
  return (
    <ButtonLink to={paths.caregiverDocuments} variant="secondary">
      Upload a new one
    </ButtonLink>
  )
}

const nameAll = (documents: readonly DocumentState[]) =>
  nameDocuments(documents.map(({ document }) => document))
const formatExpiry = ([first]: readonly DocumentState[]) => formatDay(first?.expires_on ?? '')

/** Documents that expire on the same day, such as the two sides of an ID, are named together. */
function groupByDay(documents: readonly DocumentState[]): DocumentState[][] {
  const days = new Set(documents.map(({ expires_on: day }) => day ?? '').sort())
  return [...days].map((day) => documents.filter((document) => document.expires_on === day))
}
