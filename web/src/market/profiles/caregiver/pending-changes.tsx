import { toPublicName } from '@tendwell/contract/people/public-name'
import type { PendingChanges as Changes, OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { formatDate } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useWithdrawChangesMutation } from '../../../shared/people/own-profile-api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

const listWords = new Intl.ListFormat('en-US')

interface PendingChangesProps {
  profile: Pick<OwnCaregiverProfile, 'full_name' | 'hides_surname' | 'avatar'>
  changes: Changes
}

/**
 * A verified caregiver's new name and photo, beside those that families still see, and a hidden profile's new
 * text.
 */
export function PendingChanges({ profile, changes }: PendingChangesProps) {
  const { full_name: name, avatar } = profile
  const seenName = profile.hides_surname ? toPublicName(name) : name
  const { full_name: newName, avatar: newAvatar, submitted_at: since } = changes
  const { description } = changes
  const words = [newName && 'name', newAvatar && 'photo', description && 'description'].filter(
    (word) => typeof word === 'string',
  )
  const isIdentity = newName !== null || newAvatar !== null
  const [withdraw] = useWithdrawChangesMutation()
  const { run, isPending } = useAction({
    send: () => withdraw().unwrap(),
    success: 'Change withdrawn',
    failure: 'Failed to withdraw the change',
  })
  return (
    <Banner
      tone="warning"
      title={`Your new ${listWords.format(words)} ${words.length > 1 ? 'are' : 'is'} waiting for review`}
      action={
        <Button variant="secondary" onPress={() => void run(undefined)} isPending={isPending}>
          Withdraw change
        </Button>
      }
    >
      <p>
        {isIdentity &&
          `Families still see ${seenName}${newAvatar ? (avatar ? ' and your verified photo' : ' without a photo') : ''}. `}
        {`You sent this on ${formatDate(since)}. We’ll email you our decision.`}
      </p>
      {isIdentity && (
        <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
          <Identity label="Families see" name={seenName} avatar={avatar} />
          <Identity label="Waiting for review" name={newName ?? name} avatar={newAvatar ?? avatar} />
        </dl>
      )}
    </Banner>
  )
}

function Identity({ label, name, avatar }: { label: string; name: string; avatar: string | null }) {
  return (
    <div>
      <dt className="text-13 text-ink-soft">{label}</dt>
      <dd className="mt-1 flex items-center gap-3 font-semibold wrap-anywhere">
        <Avatar name={name} src={avatar} />
        {name}
      </dd>
    </div>
  )
}
