import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { Camera, MapPin } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import type { ProfileValues } from './profile-values.ts'
import { verificationWord } from './verification-word.ts'

interface ProfilePreviewProps {
  profile: Pick<OwnCaregiverProfile, 'avatar' | 'verification_status'>
  /** As they stand in the form, saved or not. */
  values: ProfileValues
}

/** The profile as families will see it, while it is being written. */
export function ProfilePreview({ profile, values }: ProfilePreviewProps) {
  const [isChanging, setChanging] = useState(false)
  const name = values.editable_full_name.trim() || 'Your name'
  const place = [values.city.trim(), values.country].filter(Boolean).join(', ')
  return (
    <Card as="section" className="p-6">
      <h2 className="eyebrow text-center font-sans">Profile preview</h2>
      <div className="mt-5 flex flex-col items-center text-center">
        <Avatar name={name} src={profile.avatar} size="portrait" />
        <Button
          variant="secondary"
          size="small"
          icon={<Camera className="size-4" aria-hidden="true" />}
          onPress={() => setChanging(true)}
          className="mt-4"
        >
          Change Photo
        </Button>
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
      <PhotoDialog isOpen={isChanging} onClose={() => setChanging(false)} />
    </Card>
  )
}

function Words({ label, words }: { label: string; words: string[] }) {
  if (words.length === 0) return null
  return (
    <div>
      <p className="text-13 text-ink-soft">{label}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {words.map((word) => (
          <li key={word} className="rounded-full bg-sand px-3 py-1 text-13 font-medium">
            {word}
          </li>
        ))}
      </ul>
    </div>
  )
}
