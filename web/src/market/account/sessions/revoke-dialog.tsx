import type { DeviceSession } from '@tendwell/contract/sign-in/accounts'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useRevokeSessionMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface RevokeDialogProps {
  session: DeviceSession
  onClose: () => void
}

export function RevokeDialog({ session, onClose }: RevokeDialogProps) {
  const [revokeSession] = useRevokeSessionMutation()
  const { run: revoke, isPending } = useAction({
    send: async (id: DeviceSession['id']) => {
      const { error } = await revokeSession(id)
      // 404: the session has already ended, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: 'Device logged out',
    failure: 'Failed to log out device',
    onSuccess: onClose,
    onFailure: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Log out this device?"
      consequence={`${session.device} (${session.address}) will be logged out right away. You can log in there again with your password.`}
      confirmLabel="Log out device"
      pendingLabel="Logging out…"
      onConfirm={() => revoke(session.id)}
      isPending={isPending}
    />
  )
}
