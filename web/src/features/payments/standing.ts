import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Payment } from '@tendwell/contract/payments'
import { paths } from '../../lib/paths.ts'

/** Whether money came, also where it has not come to rest yet or is on its way back: then there is a receipt. */
export function wasCharged({ status, provider_charge_id }: Payment): boolean {
  return provider_charge_id !== null || status === 'succeeded' || status === 'refunded'
}

/** Why a request can't be paid, and what its family can do instead. */
export interface Obstacle {
  title: string
  text: string
  action: { label: string; to: string }
}

/**
 * What stands between a request and its payment; null where it can be paid.
 * @param isTooLate some of its hours have begun, whether the server has closed it by now or not
 */
export function obstacleTo(request: BookingRequest, isTooLate: boolean): Obstacle | null {
  const { caregiver_name: name } = request
  const myRequests = { label: 'My Requests', to: paths.requests }
  const otherHours = { label: 'Choose other hours', to: paths.book(request.caregiver) }
  if (request.is_paid) {
    return {
      title: 'This request is already paid',
      text: 'Your booking stands, and there is nothing left to pay.',
      action: { label: 'My Bookings', to: paths.bookings },
    }
  }
  if (isTooLate) return begun(otherHours)
  if (request.status === 'submitted') {
    const text = 'You can pay as soon as it is accepted. We write to you when it is.'
    return { title: `${name} has yet to accept this request`, text, action: myRequests }
  }
  return request.status === 'rejected' ? closed(request, otherHours) : null
}

function begun(action: Obstacle['action']): Obstacle {
  const text = 'They began before they were paid, so nothing is kept of what you may have paid.'
  return { title: 'These hours have begun', text, action }
}

function closed(
  { caregiver_name: name, rejection_cause }: BookingRequest,
  action: Obstacle['action'],
): Obstacle {
  if (rejection_cause === 'expired') return begun(action)
  if (rejection_cause === 'conflict') {
    const text = 'Another family paid for them first. Whatever you paid is refunded in full.'
    return { title: 'These hours are taken', text, action }
  }
  if (rejection_cause === 'unavailable') {
    const text = 'Whatever you paid is refunded in full. Other hours may still be free.'
    return { title: `${name} no longer offers these hours`, text, action }
  }
  const text = 'Nothing was charged. There are others who may have time for you.'
  const search = { label: 'Find a Caregiver', to: paths.caregivers }
  return { title: `${name} could not take this request`, text, action: search }
}
