import type { LinkedIdentity } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { getErrorStatus, isOutdated } from '../../../lib/errors.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { GoogleMark } from '../../../shared/sign-in/google-mark.tsx'
import { useIdentitiesQuery, useRemoveIdentityMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const pageSize = 5

/** The Google accounts that the user can log in with. */
export function IdentitiesPanel() {
  const list = usePagedQuery(useIdentitiesQuery, { page_size: pageSize }, { pageSize, pageKey: 'methods' })
  const [chosen, setChosen] = useState<LinkedIdentity | null>(null)
  return (
    <>
      <ListPanel
        title="Sign-in methods"
        lead="Accounts you can log in with besides your password."
        label="Sign-in methods"
        list={list}
        failure="Failed to load sign-in methods"
        empty={
          <p className="text-ink-soft">
            None yet. With a Gmail or Google Workspace address, choose “Continue with Google” at your next
            login to add your Google account.
          </p>
        }
        skeleton={<SkeletonRows rows={1} />}
      >
        {(identities) => (
          <ul aria-label="Sign-in methods" className="divide-y divide-line">
            {identities.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} onRemove={() => setChosen(identity)} />
            ))}
          </ul>
        )}
      </ListPanel>
      {chosen && <RemoveIdentityDialog identity={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function IdentityRow({ identity, onRemove }: { identity: LinkedIdentity; onRemove: () => void }) {
  const { provider, linked_at: linkedAt, can_remove: canRemove } = identity
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sand">
        <GoogleMark />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 items-center font-semibold">{provider}</p>
        <p className="mt-0.5 text-13 text-ink-soft">Added {formatInstant(linkedAt)}</p>
        {!canRemove && (
          <p className="mt-1.5 text-13 text-ink-soft">
            This is your only way to log in. To remove it,{' '}
            <Link to={paths.forgotPassword} className="text-link">
              set a password
            </Link>{' '}
            first.
          </p>
        )}
      </div>
      {canRemove && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Remove ${provider}, added ${formatInstant(linkedAt)}`}
          onPress={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  )
}

interface RemoveIdentityDialogProps {
  identity: LinkedIdentity
  onClose: () => void
}

function RemoveIdentityDialog({ identity, onClose }: RemoveIdentityDialogProps) {
  const { id, provider } = identity
  const [removeIdentity] = useRemoveIdentityMutation()
  const { run: remove, isPending } = useAction({
    send: async (removedId: number) => {
      const { error } = await removeIdentity(removedId)
      // 404: it has already been removed, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: `${provider} removed`,
    failure: `Failed to remove ${provider}`,
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${provider}?`}
      consequence={`You can no longer log in with this ${provider} account. Your devices stay logged in, and we’ll send you an email about it.`}
      confirmLabel={`Remove ${provider}`}
      pendingLabel="Removing…"
      onConfirm={() => remove(id)}
      isPending={isPending}
    />
  )
}
