import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { type ReactNode, useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useWithdrawRequestMutation } from '../bookings-api.ts'
import { RequestCard } from './request-card.tsx'
import { familyNote, isTooLate } from './request-notes.ts'

/** A family's own request, and what they can do next. */
export function MyRequest({ request, menu }: { request: BookingRequest; menu?: ReactNode }) {
  return (
    <RequestCard
      request={request}
      viewer="caretaker"
      note={familyNote(request)}
      actions={
        <>
          <NextStep request={request} />
          <WithdrawAction request={request} />
        </>
      }
      menu={menu}
    />
  )
}

/** Takes back a request that isn't paid, after asking. */
function WithdrawAction({ request }: { request: BookingRequest }) {
  const [isAsking, setAsking] = useState(false)
  const [withdrawRequest] = useWithdrawRequestMutation()
  const { run: withdraw, isPending } = useAction({
    send: (id: number) => withdrawRequest(id).unwrap(),
    success: 'Request withdrawn',
    failure: 'Failed to withdraw request',
    onSuccess: () => setAsking(false),
    onFailure: (error) => {
      if (isOutdated(error)) setAsking(false)
    },
  })
  if (request.is_paid || request.status === 'rejected') return null
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw this request?"
        consequence={`${request.caregiver_name} will be notified, and you can no longer pay for it. You can’t undo this.`}
        confirmLabel="Withdraw request"
        pendingLabel="Withdrawing…"
        isPending={isPending}
        onConfirm={() => withdraw(request.id)}
      />
    </>
  )
}

function NextStep({ request }: { request: BookingRequest }) {
  if (request.is_paid) {
    return (
      <ButtonLink to={paths.booking(request.id)} variant="secondary">
        View booking
      </ButtonLink>
    )
  }
  if (request.status === 'accepted' && !isTooLate(request)) {
    return <ButtonLink to={paths.checkout(request.id)}>Complete Payment</ButtonLink>
  }
  if (request.status === 'submitted' && !isTooLate(request)) return null
  if (request.rejection_cause === 'caregiver') {
    return (
      <ButtonLink to={paths.caregivers} variant="secondary">
        Find a Caregiver
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={paths.book(request.caregiver)} variant="secondary">
      Choose other times
    </ButtonLink>
  )
}
