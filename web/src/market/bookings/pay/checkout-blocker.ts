import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { Payment } from '@tendwell/contract/payments/payments'
import { paths } from '../../../shared/routes/paths.ts'

/** Whether the card was charged, even if the money is on its way back. Such a payment has a receipt. */
export function wasCharged({ status, provider_charge_id }: Payment): boolean {
  return provider_charge_id !== null || status === 'succeeded' || status === 'refunded'
}

/** Why a request can't be paid, and what the family can do instead. */
export interface CheckoutBlocker {
  title: string
  text: string
  action: { label: string; to: string }
}

/**
 * Why a request can't be paid; null if it can.
 * @param isTooLate its first hours have started, though the server may not have closed it yet
 */
export function getCheckoutBlocker(request: BookingRequest, isTooLate: boolean): CheckoutBlocker | null {
  const { caregiver_name: name } = request
  const myRequests = { label: 'My Requests', to: paths.requests }
  const otherHours = { label: 'Choose other times', to: paths.book(request.caregiver) }
  if (request.is_paid) {
    return {
      title: 'This request is already paid',
      text: 'Your booking is confirmed. There’s nothing left to pay.',
      action: { label: 'View booking', to: paths.booking(request.id) },
    }
  }
  if (isTooLate) return started(otherHours)
  if (request.status === 'submitted') {
    const text = 'You can pay once the request is accepted. We’ll let you know.'
    return { title: `${name} hasn’t accepted this request yet`, text, action: myRequests }
  }
  return request.status === 'rejected' ? closed(request, otherHours) : null
}

function started(action: CheckoutBlocker['action']): CheckoutBlocker {
  const text = 'The start time passed before payment. Any payment will be refunded in full.'
  return { title: 'These times have already started', text, action }
}

function closed(
  { caregiver_name: name, rejection_cause, group }: BookingRequest,
  action: CheckoutBlocker['action'],
): CheckoutBlocker {
  const search = { label: 'Find a Caregiver', to: paths.caregivers }
  if (rejection_cause === 'expired') return started(action)
  if (rejection_cause === 'conflict') {
    const text = 'Another family booked them first. Any payment will be refunded in full.'
    return { title: 'These times are taken', text, action }
  }
  if (rejection_cause === 'unavailable') {
    const text = 'Any payment will be refunded in full. Another caregiver may be available.'
    return { title: `${name} is no longer available at these times`, text, action: search }
  }
  if (rejection_cause === 'withdrawn') {
    const title = 'This request was withdrawn'
    const text = 'Any payment will be refunded in full.'
    if (!group?.booked_name) return { title, text, action }
    const bookings = { label: 'My Bookings', to: paths.bookings }
    return { title, text: `You booked ${group.booked_name} for these times. ${text}`, action: bookings }
  }
  const text = 'You weren’t charged. Another caregiver may be available.'
  return { title: `${name} couldn’t take this request`, text, action: search }
}
