import { type AvailableBooking, type DisputeBody, disputeBody } from '@tendwell/contract/disputes'
import { z } from 'zod'

/** What the form holds while it is being filled in: texts alone, so that all of it can be kept as a draft. */
const values = z.object({
  booking_request: z.string(),
  type: z.string(),
  reason: z.string(),
  other_type_text: z.string(),
})

export const blankDispute: z.infer<typeof values> = {
  booking_request: '',
  type: '',
  reason: '',
  other_type_text: '',
}

/** The form's check: the contract's own, and that the booking is one of those that are offered. */
export function disputeFormFor(bookings: readonly Pick<AvailableBooking, 'id'>[]) {
  return values
    .transform(
      ({ booking_request: booking, type, reason, other_type_text: other }): Record<string, unknown> => ({
        booking_request: bookings.find(({ id }) => String(id) === booking)?.id,
        type: type || undefined,
        reason,
        ...(type === 'other' && { other_type_text: other }),
      }),
    )
    .pipe(disputeBody as unknown as z.ZodType<DisputeBody, Record<string, unknown>>)
}

/** The first error, in the order in which the fields are checked. @see docs/rules/disputes.md#opening */
export function firstFault(
  faults: Partial<Record<keyof typeof blankDispute, { message?: string }>>,
): string | undefined {
  const { booking_request: booking, type, reason, other_type_text: other } = faults
  return [booking, type, reason, other].find((fault) => fault?.message)?.message
}
