import type { OwnCaretakerProfile } from '@tendwell/contract/caretakers'
import { MapPin } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import type { CaretakerValues } from './caretaker-values.ts'
import { PhotoButton } from './photo-button.tsx'
import { Words } from './words.tsx'

interface CaretakerPreviewProps {
  profile: Pick<OwnCaretakerProfile, 'avatar'>
  /** As they stand in the form, saved or not. */
  values: CaretakerValues
}

/** The profile as caregivers will see it, while it is being written. */
export function CaretakerPreview({ profile, values }: CaretakerPreviewProps) {
  const name = values.editable_full_name.trim() || 'Your name'
  const place = [values.city.trim(), values.country].filter(Boolean).join(', ')
  return (
    <Card as="section" className="p-6">
      <h2 className="eyebrow text-center font-sans">Profile preview</h2>
      <div className="mt-5 flex flex-col items-center text-center">
        <Avatar name={name} src={profile.avatar} size="portrait" />
        <PhotoButton whose="caretaker" />
        <p className="mt-5 font-display text-28 wrap-anywhere">{name}</p>
        <p className="mt-1 flex items-center gap-1.5 text-ink-soft">
          <MapPin className="size-4 shrink-0" aria-hidden="true" />
          {place || 'Where you live'}
        </p>
      </div>
      <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
        <p className={`whitespace-pre-line wrap-anywhere ${values.notes ? '' : 'text-ink-soft'}`}>
          {values.notes || 'A few sentences about your home will stand here.'}
        </p>
        <Words label="Care needs" words={values.care_needs} />
        <Words label="Languages" words={values.languages} />
      </div>
    </Card>
  )
}
