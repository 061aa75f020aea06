import type { DeviceSession } from '@tendwell/contract/accounts'
import { messageOf, statusOf } from '../../../lib/errors.ts'
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
      toast.success('Session revoked')
    } catch (error) {
      // The session has already ended, which is the wanted outcome.
      if (statusOf(error) === 404) toast.success('Session revoked')
      else toast.error(messageOf(error, 'Failed to revoke session'))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Revoke this session?"
      consequence={`${session.device} (${session.address}) will be logged out right away, and will need your password to log in again.`}
      confirmLabel="Revoke session"
      pendingLabel="Revoking…"
      onConfirm={confirm}
      isPending={isLoading}
    />
  )
}
