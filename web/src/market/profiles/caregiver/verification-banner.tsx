import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { describeRejection } from '@tendwell/contract/profiles/rejection-reason'
import { describeTurn, findMissing } from '../../../shared/people/verification-turn.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'

type Verification = Pick<
  OwnCaregiverProfile,
  | 'document_requests'
  | 'document_states'
  | 'gov_id_back'
  | 'gov_id_front'
  | 'profile_complete'
  | 'rejection_reason'
  | 'verification_status'
>

/** The verification status: pending, flagged, rejected or verified. */
export function VerificationBanner({ profile }: { profile: Verification }) {
  if (profile.verification_status === 'pending') {
    const missing = findMissing(profile)
    return (
      <Banner
        tone="warning"
        title={missing?.title ?? 'Pending Verification'}
        action={
          missing?.isDocument && (
            <a href="#documents" className="text-link inline-flex min-h-11 items-center font-semibold">
              Upload it
            </a>
          )
        }
      >
        {missing ? '' : `${describeTurn(profile)} `}
        Once you’re verified, families can find you and you can set your hours.
      </Banner>
    )
  }
  if (profile.verification_status === 'flagged') {
    return (
      <Banner tone="warning" title="Under Review">
        Someone on our team is taking a second look at your profile. Families can’t find it in the meantime.
      </Banner>
    )
  }
  if (profile.verification_status === 'rejected') {
    return (
      <Banner
        tone="danger"
        title="We couldn’t verify your profile"
        action={
          <ButtonLink to={paths.contact} variant="secondary">
            Contact Support
          </ButtonLink>
        }
      >
        {profile.rejection_reason && (
          <p>
            <span className="font-semibold">Reason:</span> {describeRejection(profile.rejection_reason)}
          </p>
        )}
        <p>Upload what’s missing below, and we’ll review your profile again.</p>
      </Banner>
    )
  }
  if (!profile.profile_complete) {
    return (
      <Banner tone="warning" title="Verified, but not listed">
        Families can’t find or book you until your profile is complete.
      </Banner>
    )
  }
  // A renewal doesn't start the verification again.
  const canRenew = profile.document_states.some(({ can_renew: canRenewOne }) => canRenewOne)
  return (
    <Banner tone="success" title="Verified">
      {`Families can find you and book the hours you set.${canRenew ? '' : ' If you upload new documents, we’ll verify your profile again.'}`}
    </Banner>
  )
}
