import { type AvailableBooking, type DisputeBody, disputeBody } from '@tendwell/contract/disputes'
import { z } from 'zod'

/** The form's values, all of them texts so that a draft can store them. */
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

/** The contract's checks, and a check that the booking is one of those offered. */
export function createDisputeForm(bookings: readonly Pick<AvailableBooking, 'id'>[]) {
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

/** The first error, in the order of the fields. @see docs/rules/disputes.md#opening */
export function firstError(
  errors: Partial<Record<keyof typeof blankDispute, { message?: string }>>,
): string | undefined {
  const { booking_request: booking, type, reason, other_type_text: other } = errors
  return [booking, type, reason, other].find((error) => error?.message)?.message
}
