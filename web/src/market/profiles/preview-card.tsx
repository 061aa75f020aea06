import type { ReactNode } from 'react'
import type { ProfileRole } from '../../shared/people/own-profile-api.ts'
import { PersonFacts } from '../../shared/people/person-facts.tsx'
import { formatPlace } from '../../shared/people/place.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PhotoButton } from './photo/photo-button.tsx'

interface PreviewCardProps {
  profileRole: ProfileRole
  avatar: string | null
  /** The form's values, saved or not. */
  values: { editable_full_name: string; city: string; country: string }
  /** Placeholders for the place and the text. */
  placeHint: string
  textHint: string
  text: string
  /** Below the name: what is not public yet. */
  waiting?: ReactNode
  /** Below the place. */
  facts?: ReactNode
  /** Below the text. */
  children: ReactNode
}

/** A profile as others will see it, updated while it is edited. */
export function PreviewCard(props: PreviewCardProps) {
  const { profileRole, avatar, values, placeHint, textHint, text, waiting, facts, children } = props
  const name = values.editable_full_name.trim() || 'Your name'
  const place = formatPlace(values)
  return (
    <Card as="section" className="p-6">
      <h2 className="eyebrow text-center font-sans">Profile preview</h2>
      <div className="mt-5 flex flex-col items-center text-center">
        <Avatar name={name} src={avatar} size="portrait" />
        <PhotoButton profileRole={profileRole} />
        <p className="mt-5 font-display text-28 wrap-anywhere">{name}</p>
        {waiting}
        <PersonFacts place={place || placeHint} className="mt-1" />
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
