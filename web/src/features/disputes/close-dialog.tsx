import type { OwnDispute } from '@tendwell/contract/disputes'
import { messageOf } from '../../lib/errors.ts'
import { disputeLabel } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { disputeToast } from '../../ui/toast.ts'
import { useCloseDisputeMutation } from './api.ts'

interface CloseDialogProps {
  dispute: OwnDispute
  isOpen: boolean
  onClose: () => void
}

/** Asks a family before it takes its dispute back. */
export function CloseDialog({ dispute, isOpen, onClose }: CloseDialogProps) {
  const [send, { isLoading }] = useCloseDisputeMutation()
  const close = async () => {
    if (isLoading) return
    try {
      await send(dispute.id).unwrap()
      disputeToast.success('Dispute closed successfully')
    } catch (error) {
      disputeToast.error(messageOf(error, 'Failed to close dispute'))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Close ${disputeLabel(dispute.id)}?`}
      consequence={`Nobody will look into it any more, and the money that is held goes on to ${dispute.caregiver_name}.`}
      confirmLabel="Close dispute"
      pendingLabel="Closing…"
      isPending={isLoading}
      onConfirm={close}
    />
  )
}
