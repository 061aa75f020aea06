import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { PHONE_ID } from '../../../shared/routes/return-to.ts'
import { useHomeQuery } from '../../../shared/visits/home-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { useOwnBackgroundCheckQuery } from '../background-check/background-check-api.ts'
import { useOwnReferencesQuery } from '../references/references-api.ts'

type Waiting = Pick<
  OwnCaregiverProfile,
  | 'document_requests'
  | 'gov_id_back'
  | 'gov_id_front'
  | 'phone_number'
  | 'profile_complete'
  | 'verification_status'
>

/** Links to what a caregiver can do already while staff check their profile; nothing before that and after. */
export function WhileWaiting({ profile }: { profile: Waiting }) {
  const isChecked =
    profile.verification_status === 'pending' &&
    profile.profile_complete &&
    profile.gov_id_front !== null &&
    profile.gov_id_back !== null &&
    profile.document_requests.length === 0
  return isChecked && <Steps hasPhone={profile.phone_number !== ''} />
}

/** The steps, but for those that are known to be done or not possible; so nothing below moves while it loads. */
function Steps({ hasPhone }: { hasPhone: boolean }) {
  const { data: home } = useHomeQuery()
  const { data: own } = useOwnReferencesQuery()
  const { data: check } = useOwnBackgroundCheckQuery()
  const steps = [
    { label: 'Set up payouts', to: paths.wallet, isOpen: !home?.wallet?.details_submitted },
    { label: 'Name references', to: '#references', isOpen: !own || own.references.length === 0 },
    {
      label: 'Start a background check',
      to: '#background-check',
      isOpen: !check || (check.check === null && check.can_start),
    },
    { label: 'Add your phone number', to: `#${PHONE_ID}`, isOpen: !hasPhone },
  ].filter(({ isOpen }) => isOpen)
  if (steps.length === 0) return null
  return (
    <Banner title="While you wait">
      <ul aria-label="While you wait" className="flex flex-wrap gap-x-6">
        {steps.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="text-link inline-flex min-h-11 items-center">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
