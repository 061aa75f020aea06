import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PhotoButton } from './photo-button.tsx'

interface PreviewCardProps {
  whose: 'caregiver' | 'caretaker'
  avatar: string | null
  /** As they stand in the form, saved or not. */
  values: { editable_full_name: string; city: string; country: string }
  /** Said in place of the city and country until they are written, and of the text. */
  placeHint: string
  textHint: string
  text: string
  /** Below the place. */
  facts?: ReactNode
  /** Below the text. */
  children: ReactNode
}

/** A profile as others will see it, while it is being written. */
export function PreviewCard(props: PreviewCardProps) {
  const { whose, avatar, values, placeHint, textHint, text, facts, children } = props
  const name = values.editable_full_name.trim() || 'Your name'
  const place = [values.city.trim(), values.country].filter(Boolean).join(', ')
  return (
    <Card as="section" className="p-6">
      <h2 className="eyebrow text-center font-sans">Profile preview</h2>
      <div className="mt-5 flex flex-col items-center text-center">
        <Avatar name={name} src={avatar} size="portrait" />
        <PhotoButton whose={whose} />
        <p className="mt-5 font-display text-28 wrap-anywhere">{name}</p>
        <p className="mt-1 flex items-center gap-1.5 text-ink-soft">
          <MapPin className="size-4 shrink-0" aria-hidden="true" />
          {place || placeHint}
        </p>
        {facts}
      </div>
      <div className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
        <p className={`whitespace-pre-line wrap-anywhere ${text ? '' : 'text-ink-soft'}`}>
          {text || textHint}
        </p>
        {children}
      </div>
    </Card>
  )
}
