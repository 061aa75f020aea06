/** Canceling paid bookings: reasons, previews and calls. @see docs/rules/bookings.md#canceling */
import { z } from 'zod'
import { WINDOWS_PER_REQUEST_MAXIMUM } from '../bookings/bookings.ts'
import type { Side } from '../sign-in/accounts.ts'
import { idSchema, instantSchema, queryList, text, usdSchema } from '../wire.ts'
import { CANCELLATION_POLICIES } from './policies.ts'

/** Why a side cancels, in the order of the list that it chooses from. */
export const CANCEL_REASONS = {
  caretaker: [
    { value: 'plans_changed', label: 'Change of plans' },
    { value: 'illness', label: 'Illness' },
    { value: 'wrong_times', label: 'Wrong dates or times' },
    { value: 'other_care', label: 'Found other care' },
    { value: 'asked_to', label: 'The caregiver asked for it' },
    { value: 'concern', label: 'A concern about the caregiver' },
    { value: 'other', label: 'Something else' },
  ],
  caregiver: [
    { value: 'illness', label: 'Illness' },
    { value: 'emergency', label: 'Family emergency' },
    { value: 'double_booked', label: 'Other plans at these times' },
    { value: 'travel', label: 'Trouble getting there' },
    { value: 'asked_to', label: 'The family asked for it' },
    { value: 'concern', label: 'A concern about the family' },
    { value: 'other', label: 'Something else' },
  ],
} as const satisfies Record<Side, readonly { value: string; label: string }[]>

/** The reason that is never shown to the other side. */
export const PRIVATE_REASON = 'concern'

export type CancelReason = (typeof CANCEL_REASONS)[Side][number]['value']

export function getReasonLabel(side: Side, reason: string): string {
  return CANCEL_REASONS[side].find(({ value }) => value === reason)?.label ?? 'Something else'
}

const REASON_VALUES = [
  ...new Set([...CANCEL_REASONS.caretaker, ...CANCEL_REASONS.caregiver].map(({ value }) => value)),
]
const reasonSchema = z.enum(REASON_VALUES, { error: 'Choose a reason from the list' })

/** What the family gets back when staff cancel: what the policy says, everything or nothing. */
export const ADMIN_REFUNDS = ['policy', 'full', 'none'] as const
export type AdminRefund = (typeof ADMIN_REFUNDS)[number]

const bookingIds = z
  .array(idSchema, { error: 'Booking ids must be a list' })
  .min(1, { error: 'Choose at least one window' })
  .max(WINDOWS_PER_REQUEST_MAXIMUM, { error: `Choose at most ${WINDOWS_PER_REQUEST_MAXIMUM} windows` })

const previewFields = {
  /** The bookings to cancel; by default all that have not begun. */
  booking_ids: queryList('Booking ids', WINDOWS_PER_REQUEST_MAXIMUM)
    .refine((ids) => ids.every((id) => /^[1-9]\d{0,8}$/.test(id)), { error: 'Booking ids must be numbers' })
    .transform((ids) => ids.map(Number))
    .optional(),
}
export const cancellationQuery = z.strictObject(previewFields)

/** What canceling now would do. @see docs/rules/bookings.md#canceling */
export const cancellationPreview = z.object({
  policy: z.enum(CANCELLATION_POLICIES),
  /** The time zone of the request. */
  timezone: z.string(),
  /**
   * What would be canceled, in order of time. `kept_usd` is what the caregiver is still paid of the price.
   */
  windows: z.array(
    z.object({
      booking_id: idSchema,
      start_utc: instantSchema,
      end_utc: instantSchema,
      price_usd: usdSchema,
      refund_percent: z.int(),
      refund_usd: usdSchema,
      kept_usd: usdSchema,
      /** Until when canceling gives back the same refund; null if it does not change before the start. */
      refund_until: instantSchema.nullable(),
    }),
  ),
  refund_usd: usdSchema,
  kept_usd: usdSchema,
  /** The caregiver's completion rate in percent, now and after canceling; null when a family cancels. */
  completion_rate: z.object({ now: z.int().nullable(), after: z.int().nullable() }).nullable(),
})
export type CancellationPreview = z.infer<typeof cancellationPreview>

/** The preview for staff. `waiting_usd`: the part of the refund that waits for finance or an admin. */
export const adminCancellationPreview = cancellationPreview.extend({ waiting_usd: usdSchema })
export type AdminCancellationPreview = z.infer<typeof adminCancellationPreview>

/** The refund that the preview showed. If it has changed, the call answers 409 with the new `refund_usd`. */
export const previewedRefund = z
  .number({ error: 'Enter the refund of the preview' })
  .min(0, { error: 'Enter an amount of 0 or more' })
  .max(1_000_000_000, { error: 'Enter a smaller amount' })
  .refine((usd) => Math.round(usd * 100) / 100 === usd, { error: 'Enter an amount in whole cents' })

const cancelFields = {
  /** The bookings to cancel; by default all that have not begun. */
  booking_ids: bookingIds.optional(),
  reason: reasonSchema,
  refund_usd: previewedRefund,
}
export const cancelBody = z.strictObject(cancelFields)
export type CancelBody = z.infer<typeof cancelBody>

/** The side that staff cancel for, and what the family gets back. */
const adminFields = {
  for: z.enum(['caretaker', 'caregiver'], { error: 'For must be caretaker or caregiver' }),
  refund: z.enum(ADMIN_REFUNDS, { error: 'Refund must be policy, full or none' }).default('policy'),
}
export const adminCancellationQuery = z.strictObject({ ...previewFields, ...adminFields })

export const adminCancelBody = z.strictObject({
  ...cancelFields,
  ...adminFields,
  /** For staff only: a note on the booking, also in the audit log. */
  note: text('Note', 1_000).default(''),
})
export type AdminCancelBody = z.infer<typeof adminCancelBody>
/** `refund_usd` is refunded at once, and `waiting_usd` when finance or an admin approves it. */
export const adminCancelResponse = z.object({
  message: z.string(),
  id: idSchema,
  refund_usd: usdSchema,
  waiting_usd: usdSchema,
})

/** Sends one of the backup caregivers the canceled windows. @see docs/rules/bookings.md#backup-caregivers */
export const backupRequestBody = z.strictObject({ caregiver_id: idSchema })

/** How reliably a caregiver keeps bookings. @see docs/rules/bookings.md#completion-rate */
export const completionRate = z.object({
  /** Whole percent; null with too few bookings. */
  completion_rate: z.int().nullable(),
  /** How many bookings the rate is calculated from, and how many of them the caregiver canceled. */
  bookings: z.int(),
  canceled: z.int(),
})
export type CompletionRate = z.infer<typeof completionRate>
