import type { BookingRequest } from '@tendwell/contract/bookings'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { RequestCard } from './request-card.tsx'

/** A family's own request, and what it can do next. */
export function MyRequest({ request }: { request: BookingRequest }) {
  return (
    <RequestCard
      request={request}
      viewer="caretaker"
      note={noteOf(request)}
      actions={
        request.is_paid ? (
          <ButtonLink to={paths.bookings} variant="secondary">
            See booking
          </ButtonLink>
        ) : request.status === 'accepted' ? (
          <ButtonLink to={paths.checkout(request.id)}>Complete Payment</ButtonLink>
        ) : null
      }
    />
  )
}

function noteOf(request: BookingRequest): string {
  if (request.is_paid) return 'Paid and booked.'
  if (request.status === 'submitted') return `${request.caregiver_name} has yet to answer.`
  if (request.status === 'accepted') return 'Accepted. The hours are yours once they are paid.'
  return request.rejection_cause === 'conflict'
    ? 'These hours went to another family that paid first. Anything you paid is refunded in full.'
    : `${request.caregiver_name} could not take this request. Nothing was charged.`
}
