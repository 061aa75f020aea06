import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useSetUserStatusMutation } from '../api.ts'
import { consoleToast } from '../console-toast.ts'
import { type Account, DeactivateDialog } from './deactivate-dialog.tsx'

/** Activates an account at once, and deactivates it with a reason after a confirmation. */
export function AccountSwitch({ user }: { user: Account }) {
  const [isDeactivating, setDeactivating] = useState(false)
  const [setStatus] = useSetUserStatusMutation()
  const { run, isPending } = useAction({
    send: () => setStatus({ id: user.id, is_active: true }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to update user status',
    toasts: consoleToast,
  })
  return (
    <>
      <Switch
        value={user.is_active}
        isDisabled={isPending}
        onChange={(isActive) => (isActive ? run(null) : setDeactivating(true))}
        words={{ on: 'Active', off: 'Inactive' }}
        aria-label={`${user.full_name} is active`}
      />
      {isDeactivating && <DeactivateDialog user={user} onClose={() => setDeactivating(false)} />}
    </>
  )
}
