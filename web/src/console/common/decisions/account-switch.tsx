import { useState } from 'react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type Account, DeactivateDialog } from './deactivate-dialog.tsx'
import { useSetUserStatusMutation } from './decisions-api.ts'

/**
 * Activates an account at once, lifts a suspension after a confirmation, and deactivates an account with a
 * reason. One that its owner closed can only be deactivated, so that it stays inactive if they open it again.
 */
export function AccountSwitch({ user }: { user: Account }) {
  const [asked, setAsked] = useState<'deactivate' | 'lift' | null>(null)
  const [setStatus] = useSetUserStatusMutation()
  const { run, isPending } = useAction({
    send: () => setStatus({ id: user.id, is_active: true }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update user status',
    toasts: threeSecondToast,
    onSuccess: () => setAsked(null),
  })
  const activate = () => (user.suspended_until === null ? run(null) : setAsked('lift'))
  return (
    <>
      {user.is_closed && !user.is_deactivated ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Deactivate ${user.full_name}`}
          onPress={() => setAsked('deactivate')}
        >
          Deactivate
        </Button>
      ) : (
        <Switch
          value={user.is_active}
          isDisabled={isPending}
          onChange={(isActive) => (isActive ? activate() : setAsked('deactivate'))}
          words={{ on: 'Active', off: user.suspended_until ? 'Suspended' : 'Inactive' }}
          aria-label={`${user.full_name} is active`}
        />
      )}
      {asked === 'deactivate' && <DeactivateDialog user={user} onClose={() => setAsked(null)} />}
      {asked === 'lift' && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={`Lift the suspension of ${user.full_name}?`}
          consequence={
            user.is_closed
              ? 'They closed their account, and it stays closed. They can open it again until it’s erased.'
              : 'They can log in right away, and we’ll email them.'
          }
          confirmLabel="Lift suspension"
          pendingLabel="Lifting…"
          tone="primary"
          onConfirm={() => void run(null)}
          isPending={isPending}
        />
      )}
    </>
  )
}
