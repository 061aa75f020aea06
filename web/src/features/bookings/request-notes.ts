import type { BookingRequest } from '@tendwell/contract/bookings'
import { now } from '../../lib/clock.ts'

/** Whether it can't be accepted or paid any more because its first hours have started. The server closes it soon. */
export function isTooLate({ is_paid, status, windows }: BookingRequest, nowMs = now()): boolean {
  if (is_paid || status === 'rejected') return false
  return windows.some(({ start_utc }) => Date.parse(start_utc) <= nowMs)
}

/** What the status means for the family, and what they can do. */
export function familyNote(request: BookingRequest): string {
  const { caregiver_name: name, rejection_cause: cause, status } = request
  if (request.is_paid) return 'Paid and booked.'
  if (isTooLate(request) || cause === 'expired') {
    return 'Expired: these hours started before they were paid. Any payment is refunded in full. Please choose other hours.'
  }
  if (status === 'submitted') return `${name} hasn’t answered yet.`
  if (status === 'accepted') return 'Accepted. Pay to book these hours: the first family to pay gets them.'
  if (cause === 'conflict') {
    return 'Closed: another family paid for these hours first. Any payment is refunded in full. Other hours may still be free.'
  }
  if (cause === 'unavailable') {
    return `Closed: ${name} no longer offers these hours. Any payment is refunded in full.`
  }
  return `${name} couldn’t take this request. You weren’t charged.`
}

/** What the status means for the caregiver. */
export function caregiverNote(request: BookingRequest): string {
  const { caretaker_name: name, rejection_cause: cause, status } = request
  if (request.is_paid) return 'Paid and booked.'
  if (isTooLate(request) || cause === 'expired') return 'Expired: these hours started before they were paid.'
  if (status === 'submitted')
    return 'If you accept, the family can pay. The first family to pay gets the hours.'
  if (status === 'accepted') return `Waiting for ${name} to pay.`
  if (cause === 'conflict') return 'Closed: another family booked these hours.'
  if (cause === 'unavailable') return 'Closed: these hours were no longer open when the family paid.'
  return 'You rejected this request.'
}
