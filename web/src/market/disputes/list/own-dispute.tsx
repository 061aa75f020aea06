import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import { useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useCloseDisputeMutation } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DisputeCard } from './dispute-card.tsx'

/** A dispute in the list of the family that opened it, who can close it while it is submitted. */
export function OwnDisputeCard({ dispute }: { dispute: OwnDispute }) {
  const [isAsking, setAsking] = useState(false)
  const label = disputeLabel(dispute.id)
  return (
    <>
      <DisputeCard
        dispute={dispute}
        title={label}
        person={{ name: dispute.caregiver_name, avatar: dispute.caregiver_avatar }}
        lead={<p className="font-semibold">{dispute.caregiver_name}</p>}
        facts={[`Created ${formatDate(dispute.opened_at)}`]}
        actions={
          <>
            {dispute.status === 'submitted' && (
              <Button variant="quiet" aria-label={`Close Dispute ${label}`} onPress={() => setAsking(true)}>
                Close Dispute
              </Button>
            )}
            <ButtonLink
              to={paths.caretakerDispute(dispute.id)}
              variant="secondary"
              aria-label={`View Details of ${label}`}
            >
              View Details
            </ButtonLink>
          </>
        }
      />
      <CloseDialog dispute={dispute} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

interface CloseDialogProps {
  dispute: OwnDispute
  isOpen: boolean
  onClose: () => void
}

/** Asks a family to confirm that they close their dispute. */
function CloseDialog({ dispute, isOpen, onClose }: CloseDialogProps) {
  const [closeDispute] = useCloseDisputeMutation()
  const { run, isPending } = useAction({
    send: (id: number) => closeDispute(id).unwrap(),
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
      title={`Close ${disputeLabel(dispute.id)}?`}
      consequence={`We’ll stop reviewing it, and the money on hold goes to ${dispute.caregiver_name}. A booking can have 3 disputes in all.`}
      confirmLabel="Close dispute"
      pendingLabel="Closing…"
      isPending={isPending}
      onConfirm={() => run(dispute.id)}
    />
  )
}
