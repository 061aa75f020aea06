import type { BookingRequest } from '@tendwell/contract/bookings'
import { now } from '../../lib/clock.ts'

/** Whether it can no longer be accepted or paid because some of its hours have begun; the server closes it soon. */
export function isTooLate({ is_paid, status, windows }: BookingRequest, nowMs = now()): boolean {
  if (is_paid || status === 'rejected') return false
  return windows.some(({ start_utc }) => Date.parse(start_utc) <= nowMs)
}

/** What its status means for its family, and what to do. */
export function noteToFamily(request: BookingRequest): string {
  const { caregiver_name: name, rejection_cause: cause, status } = request
  if (request.is_paid) return 'Paid and booked.'
  if (isTooLate(request) || cause === 'expired') {
    return 'Closed by itself: these hours began before they were paid. Nothing you paid is kept. Please choose other hours.'
  }
  if (status === 'submitted') return `${name} has yet to answer.`
  if (status === 'accepted')
    return 'Accepted. The hours are yours once they are paid: the first family to pay has them.'
  if (cause === 'conflict') {
    return 'Closed by itself: another family paid for these hours first. Anything you paid is refunded in full. Other hours may still be free.'
  }
  if (cause === 'unavailable') {
    return `Closed by itself: ${name} no longer offers these hours. Anything you paid is refunded in full.`
  }
  return `${name} could not take this request. Nothing was charged.`
}

/** What its status means for its caregiver. */
export function noteToCaregiver(request: BookingRequest): string {
  const { caretaker_name: name, rejection_cause: cause, status } = request
  if (request.is_paid) return 'Paid and booked.'
  if (isTooLate(request) || cause === 'expired')
    return 'Closed by itself: these hours began before they were paid.'
  if (status === 'submitted') return 'Accepting lets the family pay; the first to pay has the hours.'
  if (status === 'accepted') return `Waiting for ${name} to pay.`
  if (cause === 'conflict') return 'Closed by itself: these hours were booked by another family.'
  if (cause === 'unavailable') return 'Closed by itself: these hours were no longer open when they were paid.'
  return 'You rejected this request.'
}
