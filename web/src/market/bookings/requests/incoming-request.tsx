import type { BookingRequest, RequestStatusBody } from '@tendwell/contract/bookings/bookings'
import { type ReactNode, useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useAnswerRequestMutation } from '../bookings-api.ts'
import { type ChosenReason, NO_REASON, RejectReasonSelect, toReason } from './reject-reason-select.tsx'
import { RequestCard } from './request-card.tsx'
import { caregiverNote, isTooLate } from './request-notes.ts'

interface IncomingRequestProps {
  request: BookingRequest
  /** Whether the caregiver is verified. Others can only reject. */
  canAccept: boolean
  /** Beside the family: what else can be done about them. */
  menu?: ReactNode
}

/** A request to the caregiver, who can answer it while it is submitted and unpaid. */
export function IncomingRequest({ request, canAccept, menu }: IncomingRequestProps) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState<ChosenReason>(NO_REASON)
  const [answerRequest, { originalArgs }] = useAnswerRequestMutation()
  const { run: answer, isPending } = useAction({
    send: (body: RequestStatusBody) => answerRequest({ id: request.id, answer: body }).unwrap(),
    success: ({ status }) => `Request ${status}`,
    failure: 'Failed to update request',
    onSuccess: () => setAsking(false),
    onFailure: (error) => {
      if (isOutdated(error)) setAsking(false)
    },
  })
  const isOpen = request.status === 'submitted' && !request.is_paid && !isTooLate(request)

  return (
    <>
      <RequestCard
        request={request}
        viewer="caregiver"
        note={caregiverNote(request)}
        menu={menu}
        actions={
          isOpen && (
            <>
              <Button variant="secondary" onPress={() => setAsking(true)} isDisabled={isPending}>
                Reject
              </Button>
              {canAccept && (
                <Button
                  onPress={() => answer({ status: 'accepted' })}
                  isPending={isPending && originalArgs?.answer.status === 'accepted'}
                >
                  Accept
                </Button>
              )}
            </>
          )
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Reject this request?"
        consequence={`We’ll let ${request.caretaker_name} know. You can’t undo this.`}
        confirmLabel="Reject request"
        pendingLabel="Rejecting…"
        isPending={isPending}
        onConfirm={() => answer({ status: 'rejected', ...toReason(reason) })}
      >
        <RejectReasonSelect name={request.caretaker_name} value={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  )
}
