import { useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useCloseDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface CloseDisputeProps {
  id: number
  caregiverName: string
  variant: 'quiet' | 'secondary'
}

/** Closes a family’s own submitted dispute, after it has confirmed. @see docs/rules/disputes.md#closing */
export function CloseDispute({ id, caregiverName, variant }: CloseDisputeProps) {
  const [isAsking, setAsking] = useState(false)
  const [closeDispute] = useCloseDisputeMutation()
  const close = () => setAsking(false)
  const { run, isPending } = useAction({
    send: () => closeDispute(id).unwrap(),
    success: 'Dispute closed successfully',
    failure: 'Failed to close dispute',
    onSuccess: close,
    onFailure: (error) => {
      if (isOutdated(error)) close()
    },
    toasts: threeSecondToast,
  })
  const label = disputeLabel(id)
  return (
    <>
      <Button variant={variant} aria-label={`Close Dispute ${label}`} onPress={() => setAsking(true)}>
        Close Dispute
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Close ${label}?`}
        consequence={`We’ll stop reviewing it, and the money on hold goes to ${caregiverName}. A booking can have 3 disputes in all.`}
        confirmLabel="Close dispute"
        pendingLabel="Closing…"
        isPending={isPending}
        onConfirm={() => run(null)}
      />
    </>
  )
}
