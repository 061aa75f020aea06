import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { MapPin } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { PhotoButton } from './photo-button.tsx'
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
  const name = values.editable_full_name.trim() || 'Your name'
  const place = [values.city.trim(), values.country].filter(Boolean).join(', ')
  return (
    <Card as="section" className="p-6">
      <h2 className="eyebrow text-center font-sans">Profile preview</h2>
      <div className="mt-5 flex flex-col items-center text-center">
        <Avatar name={name} src={profile.avatar} size="portrait" />
        <PhotoButton whose="caregiver" />
        <p className="mt-5 font-display text-28 wrap-anywhere">{name}</p>
        <p className="mt-1 flex items-center gap-1.5 text-ink-soft">
          <MapPin className="size-4 shrink-0" aria-hidden="true" />
          {place || 'Where you work'}
        </p>
        <p className="mt-3">
          {values.hourly_rate_usd ? (
            <PriceText usd={values.hourly_rate_usd} unit="/ hour" size="large" />
          ) : (
            <span className="text-ink-soft">Your rate</span>
          )}
        </p>
        <p className="mt-4">
          <StatusPill
            status={profile.verification_status}
            word={verificationWord(profile.verification_status)}
          />
        </p>
      </div>
      <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
        <p className={`whitespace-pre-line wrap-anywhere ${values.description ? '' : 'text-ink-soft'}`}>
          {values.description || 'A few sentences about how you work will stand here.'}
        </p>
        <Words label="Languages" words={values.languages} />
        <Words label="Skills" words={values.skills} />
      </div>
    </Card>
  )
}
