import type { BookingRequest } from '@tendwell/contract/bookings'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useAnswerRequestMutation } from './api.ts'
import { RequestCard } from './request-card.tsx'
import { isTooLate, noteToCaregiver } from './standing.ts'

type Answer = 'accepted' | 'rejected'

/** A request to the caregiver; it can be answered while submitted and unpaid. */
export function IncomingRequest({ request }: { request: BookingRequest }) {
  const [isAsking, setAsking] = useState(false)
  const [send, { isLoading, originalArgs }] = useAnswerRequestMutation()
  const isOpen = request.status === 'submitted' && !request.is_paid && !isTooLate(request)

  async function answer(status: Answer) {
    try {
      await send({ id: request.id, status }).unwrap()
      toast.success(`Request ${status}`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update request'))
    }
    setAsking(false)
  }

  return (
    <>
      <RequestCard
        request={request}
        viewer="caregiver"
        note={noteToCaregiver(request)}
        actions={
          isOpen && (
            <>
              <Button variant="secondary" onPress={() => setAsking(true)} isDisabled={isLoading}>
                Reject
              </Button>
              <Button
                onPress={() => answer('accepted')}
                isPending={isLoading && originalArgs?.status === 'accepted'}
              >
                Accept
              </Button>
            </>
          )
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Reject this request?"
        consequence={`${request.caretaker_name} will be told. This can’t be taken back.`}
        confirmLabel="Reject request"
        pendingLabel="Rejecting…"
        isPending={isLoading}
        onConfirm={() => answer('rejected')}
      />
    </>
  )
}
