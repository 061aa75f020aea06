import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Payment } from '@tendwell/contract/payments'
import { paths } from '../../lib/paths.ts'

/** Whether the card was charged, even if the money is on its way back. Such a payment has a receipt. */
export function wasCharged({ status, provider_charge_id }: Payment): boolean {
  return provider_charge_id !== null || status === 'succeeded' || status === 'refunded'
}

/** Why a request can't be paid, and what the family can do instead. */
export interface Obstacle {
  title: string
  text: string
  action: { label: string; to: string }
}

/**
 * Why a request can't be paid; null if it can.
 * @param isTooLate its first hours have started, though the server may not have closed it yet
 */
export function findObstacle(request: BookingRequest, isTooLate: boolean): Obstacle | null {
  const { caregiver_name: name } = request
  const myRequests = { label: 'My Requests', to: paths.requests }
  const otherHours = { label: 'Choose other hours', to: paths.book(request.caregiver) }
  if (request.is_paid) {
    return {
      title: 'This request is already paid',
      text: 'Your booking is confirmed. There is nothing left to pay.',
      action: { label: 'My Bookings', to: paths.bookings },
    }
  }
  if (isTooLate) return started(otherHours)
  if (request.status === 'submitted') {
    const text = 'You can pay once the request is accepted. We’ll let you know.'
    return { title: `${name} hasn’t accepted this request yet`, text, action: myRequests }
  }
  return request.status === 'rejected' ? closed(request, otherHours) : null
}

function started(action: Obstacle['action']): Obstacle {
  const text = 'They started before they were paid. Any payment is refunded in full.'
  return { title: 'These hours have started', text, action }
}

function closed(
  { caregiver_name: name, rejection_cause }: BookingRequest,
  action: Obstacle['action'],
): Obstacle {
  if (rejection_cause === 'expired') return started(action)
  if (rejection_cause === 'conflict') {
    const text = 'Another family paid for them first. Any payment is refunded in full.'
    return { title: 'These hours are taken', text, action }
  }
  if (rejection_cause === 'unavailable') {
    const text = 'Any payment is refunded in full. Other hours may still be free.'
    return { title: `${name} no longer offers these hours`, text, action }
  }
  const text = 'You weren’t charged. Another caregiver may be available.'
  const search = { label: 'Find a Caregiver', to: paths.caregivers }
  return { title: `${name} couldn’t take this request`, text, action: search }
}
