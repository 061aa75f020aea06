import type { AdminUser } from '@tendwell/contract/admin'
import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSetUserStatusMutation } from '../api.ts'
import { consoleToast } from '../console-toast.ts'

/** Activates an account at once, and deactivates it after a confirmation. */
export function AccountSwitch({ user }: { user: AdminUser }) {
  const [isConfirming, setConfirming] = useState(false)
  const [setStatus] = useSetUserStatusMutation()
  const { run, isPending } = useAction({
    send: (isActive: boolean) => setStatus({ id: user.id, is_active: isActive }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update user status',
    toasts: consoleToast,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Switch
        value={user.is_active}
        isDisabled={isPending}
        onChange={(isActive) => (isActive ? run(true) : setConfirming(true))}
        words={{ on: 'Active', off: 'Inactive' }}
        aria-label={`${user.full_name} is active`}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Deactivate ${user.full_name}?`}
        consequence={describeConsequence(user)}
        confirmLabel="Deactivate account"
        pendingLabel="Deactivating…"
        onConfirm={() => run(false)}
        isPending={isPending}
      />
    </>
  )
}

function describeConsequence(user: AdminUser): string {
  const isListed = user.verification_status === 'verified'
  return `They’ll be logged out everywhere and can’t log in until you reactivate the account.${
    isListed ? ' Families can no longer find their profile.' : ''
  }`
}
