import { toPublicName } from '@tendwell/contract/people/public-name'
import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import type { ReactNode } from 'react'
import { hasExpiredDocument } from '../../../shared/people/expiry-banner.tsx'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { LabelledPills } from '../labelled-pills.tsx'
import { PreviewCard } from '../preview-card.tsx'
import type { ProfileValues } from './profile-values.ts'
import { getVerificationLabel } from './verification-label.ts'

interface ProfilePreviewProps {
  profile: Pick<
    OwnCaregiverProfile,
    'avatar' | 'document_states' | 'full_name' | 'hides_surname' | 'pending_changes' | 'verification_status'
  >
  /** The form's values, saved or not. */
  values: ProfileValues
  /** Their background check, if families see it. */
  badge?: ReactNode
}

/**
 * The profile as families see it, updated while it is edited. Beside the Verified badge are the verified name
 * and photo.
 */
export function ProfilePreview({ profile, values, badge }: ProfilePreviewProps) {
  const { avatar, full_name: name, pending_changes: pending, verification_status: status } = profile
  const isVerified = status === 'verified'
  const shownName = isVerified ? name : values.editable_full_name
  return (
    <PreviewCard
      profileRole="caregiver"
      avatar={isVerified ? avatar : (pending?.avatar ?? avatar)}
      values={{
        ...values,
        editable_full_name: profile.hides_surname ? toPublicName(shownName) : shownName,
      }}
      waiting={isVerified && <Waiting profile={profile} typedName={values.editable_full_name.trim()} />}
      placeHint="Where you work"
      text={values.description}
      textHint="Your description will appear here."
      facts={
        <>
          {profile.hides_surname && (
            <p className="mt-3 text-13 text-ink-soft">
              Families see your full name once you have accepted a request of theirs.
            </p>
          )}
          <p className="mt-3">
            {values.hourly_rate_usd ? (
              <PriceText usd={values.hourly_rate_usd} unit="/ hour" size="large" />
            ) : (
              <span className="text-ink-soft">Hourly rate: Not set</span>
            )}
          </p>
          <p className="mt-4">
            {hasExpiredDocument(profile) ? (
              <StatusPill status="document_expired" word="Not listed" />
            ) : (
              <StatusPill status={status} word={getVerificationLabel(status)} />
            )}
          </p>
          {badge && <p className="mt-3">{badge}</p>}
        </>
      }
    >
      <LabelledPills label="Languages" words={values.languages} />
      <LabelledPills label="Skills" words={values.skills} />
    </PreviewCard>
  )
}

/** A new name or photo, which families see once it is approved. */
function Waiting({ profile, typedName }: { profile: ProfilePreviewProps['profile']; typedName: string }) {
  const { full_name: name, pending_changes: pending } = profile
  const newName = typedName !== '' && typedName !== name ? typedName : null
  if (!newName && !pending?.avatar) return null
  return (
    <div className="mt-3 flex items-center gap-3 rounded-control bg-gold-soft px-3 py-2 text-left text-13 text-gold-ink">
      {pending?.avatar && <Avatar name={newName ?? name} src={pending.avatar} />}
      <p>
        <span className="block">
          {pending && (newName ?? name) === (pending.full_name ?? name)
            ? 'Waiting for review'
            : 'Reviewed after you save'}
        </span>
        {newName && <span className="font-semibold wrap-anywhere">{newName}</span>}
      </p>
    </div>
  )
}
