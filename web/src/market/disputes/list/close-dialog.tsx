import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import { useAction } from '../../../lib/forms/use-action.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useCloseDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { disputeToast } from '../../../ui/toast.ts'

interface CloseDialogProps {
  dispute: OwnDispute
  isOpen: boolean
  onClose: () => void
}

/** Asks a family to confirm that they close their dispute. */
export function CloseDialog({ dispute, isOpen, onClose }: CloseDialogProps) {
  const [closeDispute] = useCloseDisputeMutation()
  const { run, isPending } = useAction({
    send: (id: number) => closeDispute(id).unwrap(),
    success: 'Dispute closed successfully',
    failure: 'Failed to close dispute',
    onSuccess: onClose,
    onFailure: onClose,
    toasts: disputeToast,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Close ${disputeLabel(dispute.id)}?`}
      consequence={`We’ll stop reviewing it, and the money on hold goes to ${dispute.caregiver_name}. A booking can have 3 disputes in all.`}
      confirmLabel="Close dispute"
      pendingLabel="Closing…"
      isPending={isPending}
      onConfirm={() => run(dispute.id)}
    />
  )
}
