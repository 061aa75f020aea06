import type { BookingRequest } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { familyNote, isTooLate } from '../request-notes.ts'
import { RequestCard } from './request-card.tsx'

/** A family's own request, and what they can do next. */
export function MyRequest({ request, menu }: { request: BookingRequest; menu?: ReactNode }) {
  return (
    <RequestCard
      request={request}
      viewer="caretaker"
      note={familyNote(request)}
      actions={<NextStep request={request} />}
      menu={menu}
    />
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
