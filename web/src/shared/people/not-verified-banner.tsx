import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { describeRejection } from '@tendwell/contract/profiles/rejection-reason'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { paths } from '../routes/paths.ts'
import { describeTurn, findMissing } from './verification-turn.ts'

interface NotVerifiedBannerProps {
  profile: OwnCaregiverProfile
  /** What only verified caregivers can do: 'set your hours'. */
  action: string
}

/** Why a caregiver can't do something now, and what they can do about it. */
export function NotVerifiedBanner({ profile, action }: NotVerifiedBannerProps) {
  const { verification_status: status, rejection_reason: reason } = profile
  if (status === 'verified') return null
  if (status === 'rejected') {
    return (
      <Banner
        tone="danger"
        title="We couldn’t verify your profile"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.caregiverProfile}>Update my profile</ButtonLink>
            <ContactSupport />
          </div>
        }
      >
        {reason && (
          <p>
            <span className="font-semibold">Reason:</span> {describeRejection(reason)}
          </p>
        )}
        <p>{`Families can’t book you, and you can’t ${action} until you’re verified.`}</p>
      </Banner>
    )
  }
  if (status === 'flagged') {
    return (
      <Banner tone="warning" title="Your profile is under review" action={<ContactSupport />}>
        {`Families can’t find or book you for now, and you can’t ${action} until the review is done. Paid bookings stay on, but you see the address, the children and the phone number of each only from 48 hours before the visit.`}
      </Banner>
    )
  }
  const missing = findMissing(profile)
  return (
    <Banner
      tone="warning"
      title="Your profile is pending admin verification"
      action={
        <ButtonLink to={paths.caregiverProfile} variant="secondary">
          Go to my profile
        </ButtonLink>
      }
    >
      {`${missing ? `${missing.title}.` : describeTurn(profile)} You can ${action} once you’re verified.`}
    </Banner>
  )
}

function ContactSupport() {
  return (
    <ButtonLink to={paths.contact} variant="secondary">
      Contact Support
    </ButtonLink>
  )
}
