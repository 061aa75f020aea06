import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useCloseDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

export interface CloseDialogProps {
  id: number
  caregiverName: string
  isOpen: boolean
  onClose: () => void
}

/** Asks a family to confirm that they close their dispute. */
export function CloseDialog({ id, caregiverName, isOpen, onClose }: CloseDialogProps) {
  const [closeDispute] = useCloseDisputeMutation()
  const { run, isPending } = useAction({
    send: () => closeDispute(id).unwrap(),
    success: 'Dispute closed successfully',
    failure: 'Failed to close dispute',
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
    toasts: threeSecondToast,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Close ${disputeLabel(id)}?`}
      consequence={`We’ll stop reviewing it, and the money on hold goes to ${caregiverName}. A booking can have 3 disputes in all.`}
      confirmLabel="Close dispute"
      pendingLabel="Closing…"
      isPending={isPending}
      onConfirm={() => run(null)}
    />
  )
}
