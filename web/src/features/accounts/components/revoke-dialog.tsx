import type { DeviceSession } from '@tendwell/contract/accounts'
import { getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRevokeSessionMutation } from '../api.ts'

interface RevokeDialogProps {
  session: DeviceSession
  onClose: () => void
}

export function RevokeDialog({ session, onClose }: RevokeDialogProps) {
  const [revoke, { isLoading }] = useRevokeSessionMutation()

  const confirm = async () => {
    if (isLoading) return
    try {
      await revoke(session.id).unwrap()
      toast.success('Device logged out')
    } catch (error) {
      // The session has already ended, which is the wanted outcome.
      if (getErrorStatus(error) === 404) toast.success('Device logged out')
      else toast.error(getErrorMessage(error, 'Failed to log out device'))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Log out this device?"
      consequence={`${session.device} (${session.address}) will be logged out right away. Logging in again takes your password.`}
      confirmLabel="Log out device"
      pendingLabel="Logging out…"
      onConfirm={confirm}
      isPending={isLoading}
    />
  )
}
