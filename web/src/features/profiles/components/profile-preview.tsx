import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { PriceText } from '../../../ui/price-text.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import type { ProfileValues } from '../profile-values.ts'
import { getVerificationLabel } from '../verification-label.ts'
import { LabelledPills } from './labelled-pills.tsx'
import { PreviewCard } from './preview-card.tsx'

interface ProfilePreviewProps {
  profile: Pick<OwnCaregiverProfile, 'avatar' | 'pending_changes' | 'verification_status'>
  /** The form's values, saved or not. */
  values: ProfileValues
}

/** The profile as families will see it, updated while it is edited, with the photo that waits for review. */
export function ProfilePreview({ profile, values }: ProfilePreviewProps) {
  const { avatar, pending_changes: pending, verification_status: status } = profile
  return (
    <PreviewCard
      profileRole="caregiver"
      avatar={pending?.avatar ?? avatar}
      values={values}
      placeHint="Where you work"
      text={values.description}
      textHint="Your description will appear here."
      facts={
        <>
          <p className="mt-3">
            {values.hourly_rate_usd ? (
              <PriceText usd={values.hourly_rate_usd} unit="/ hour" size="large" />
            ) : (
              <span className="text-ink-soft">Your rate</span>
            )}
          </p>
          <p className="mt-4">
            <StatusPill status={status} word={getVerificationLabel(status)} />
          </p>
        </>
      }
    >
      <LabelledPills label="Languages" words={values.languages} />
      <LabelledPills label="Skills" words={values.skills} />
    </PreviewCard>
  )
}
