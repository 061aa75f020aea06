import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { PriceText } from '../../ui/price-text.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { PreviewCard } from './preview-card.tsx'
import type { ProfileValues } from './profile-values.ts'
import { verificationWord } from './verification-word.ts'
import { Words } from './words.tsx'

interface ProfilePreviewProps {
  profile: Pick<OwnCaregiverProfile, 'avatar' | 'verification_status'>
  /** As they stand in the form, saved or not. */
  values: ProfileValues
}

/** The profile as families will see it, while it is being written. */
export function ProfilePreview({ profile, values }: ProfilePreviewProps) {
  const { avatar, verification_status: status } = profile
  return (
    <PreviewCard
      whose="caregiver"
      avatar={avatar}
      values={values}
      placeHint="Where you work"
      text={values.description}
      textHint="A few sentences about how you work will stand here."
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
            <StatusPill status={status} word={verificationWord(status)} />
          </p>
        </>
      }
    >
      <Words label="Languages" words={values.languages} />
      <Words label="Skills" words={values.skills} />
    </PreviewCard>
  )
}
