import type { DeviceSession } from '@tendwell/contract/accounts'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useRevokeSessionMutation } from './api.ts'

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
      // It has ended by itself meanwhile, which is what was asked for.
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
      consequence={`${session.device} (${session.address}) is logged out at once. Whoever uses it has to log in again with your password.`}
      confirmLabel="Revoke session"
      pendingLabel="Revoking…"
      onConfirm={confirm}
      isPending={isLoading}
    />
  )
}
