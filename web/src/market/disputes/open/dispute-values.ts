import { type AvailableBooking, disputeBody } from '@tendwell/contract/safety/disputes'
import { z } from 'zod'

/** The form's values, all of them texts so that a draft can store them. */
export const blankDispute = { booking_request: '', type: '', reason: '', other_type_text: '' }
type DisputeValues = typeof blankDispute

/** The contract's checks, and a check that the booking is one of those offered. */
export function createDisputeForm(bookings: readonly Pick<AvailableBooking, 'id'>[]) {
  return z.preprocess(
    ({ booking_request: booking, type, reason, other_type_text: other }: DisputeValues) => ({
      booking_request: bookings.find(({ id }) => String(id) === booking)?.id,
      type: type || undefined,
      reason,
      ...(type === 'other' && { other_type_text: other }),
    }),
    disputeBody,
  )
}

/** The first error, in the order of the fields. @see docs/rules/disputes.md#opening */
export function firstError(
  errors: Partial<Record<keyof DisputeValues, { message?: string }>>,
): string | undefined {
  const { booking_request: booking, type, reason, other_type_text: other } = errors
  return [booking, type, reason, other].find((error) => error?.message)?.message
}
