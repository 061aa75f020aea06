import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'

type Verification = Pick<OwnCaregiverProfile, 'verification_status' | 'rejection_reason'>

/** How far the verification is, in each of its four states. */
export function VerificationBanner({ profile }: { profile: Verification }) {
  if (profile.verification_status === 'pending') {
    return (
      <Banner tone="warning" title="Pending Verification">
        We look at each profile and its documents by hand. Families can find you, and you can open your hours,
        once you are verified.
      </Banner>
    )
  }
  if (profile.verification_status === 'flagged') {
    return (
      <Banner tone="warning" title="Under Review">
        Someone of our team is taking a second look at your profile. Until then families can’t find it.
      </Banner>
    )
  }
  if (profile.verification_status === 'rejected') {
    return (
      <Banner
        tone="danger"
        title="Your verification was rejected"
        action={
          <ButtonLink to={paths.contact} variant="secondary">
            Contact Support
          </ButtonLink>
        }
      >
        {profile.rejection_reason && (
          <p>
            <span className="font-semibold">Reason:</span> {profile.rejection_reason}
          </p>
        )}
        <p>Upload what is missing below and we look again.</p>
      </Banner>
    )
  }
  return (
    <Banner tone="success" title="Verified">
      Families can find and book you. New documents would send your profile back to verification.
    </Banner>
  )
}
