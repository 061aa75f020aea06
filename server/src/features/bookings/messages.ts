import type { RejectionCause } from '@tendwell/contract/bookings/bookings'

export const ALREADY_ANSWERED = 'This request has already been answered'
export const ALREADY_PAID = 'This request is already paid'
export const HOURS_TAKEN = 'Another family has booked these times, so this request was closed'
export const BOOKED_ELSEWHERE = 'You have booked someone else for these times'
export const HOURS_BEGUN = 'These times have already started'
export const NOT_LISTED = "Your profile isn't listed now, so your bookings can't get other times"
export const HOURS_CLOSED = 'The caregiver is no longer available at these times'

export const FAMILY_INACTIVE = 'The family can’t agree to other times right now'

/** The answer to a caller who accepts or pays a rejected request. */
export function describeRejection(cause: RejectionCause | null): string {
  if (cause === 'conflict') return HOURS_TAKEN
  if (cause === 'expired') return HOURS_BEGUN
  if (cause === 'unavailable') return HOURS_CLOSED
  if (cause === 'withdrawn') return 'This request was withdrawn'
  return 'This request was declined'
}
