/** Refunds that staff decide on. @see docs/rules/money.md#refunds-by-staff */
import { z } from 'zod'
import { idSchema, instantSchema, requiredText, text, usdSchema } from '../wire.ts'

export const STAFF_REFUND_REASON_MAXIMUM = 500
export const REFUND_REFERENCE_MAXIMUM = 100

/** Who pays for the refund: Tendwell, or the caregiver with money that has not been paid out. */
export const REFUND_BEARERS = ['caregiver', 'tendwell'] as const
export type RefundBearer = (typeof REFUND_BEARERS)[number]

const trimmedText = (label: string, maximum: number) =>
  requiredText(label, maximum).transform((value) => value.trim())
/** The reference of a transfer, for a refund that is not paid to the card. */
const reference = trimmedText('Reference', REFUND_REFERENCE_MAXIMUM)

export const staffRefundBody = z.strictObject({
  amount_usd: z
    .number({ error: 'Enter an amount' })
    .positive({ error: 'Enter an amount above 0' })
    .max(1_000_000, { error: 'Enter a smaller amount' })
    .refine((usd) => Math.round(usd * 100) / 100 === usd, { error: 'Enter an amount in whole cents' }),
  borne_by: z.enum(REFUND_BEARERS, { error: 'Choose who pays for it' }),
  /** The reason, which both sides read. */
  reason: trimmedText('Reason', STAFF_REFUND_REASON_MAXIMUM),
  /** Only finance and admins may pay another way than to the card. */
  reference: reference.optional(),
  /**
   * `refundable_usd` of the `refundOptions` that the caller was shown. If it has changed, nothing is
   * refunded; so a second press refunds nothing more.
   */
  refundable_usd: z.number({ error: 'Say what you were shown' }),
})
export type StaffRefundBody = z.output<typeof staffRefundBody>

const person = z.object({ id: idSchema, name: z.string() })

/** A refund that waits for finance or an admin. */
export const waitingRefund = z.object({
  id: idSchema,
  request_id: idSchema,
  /** The dispute that is closed with it; `reason` is then the resolution. */
  dispute_id: idSchema.nullable(),
  family: person,
  caregiver: person,
  amount_usd: usdSchema,
  borne_by: z.enum(REFUND_BEARERS),
  reason: z.string(),
  asked_by: person,
  asked_at: instantSchema,
  /** What can be refunded of the booking now; the body of the decision repeats it. */
  refundable_usd: usdSchema,
})
export type WaitingRefund = z.infer<typeof waitingRefund>

/** GET /api/admin-panel/bookings/{id}/refund: what can be refunded of a booking now. */
export const refundOptions = z.object({
  /** What was paid for visits that are over, and not refunded. */
  refundable_usd: usdSchema,
  /** How much of that the caregiver can bear; null for support staff, who don't see a caregiver's money. */
  caregiver_usd: usdSchema.nullable(),
  /** The most that the caller may refund without an approval; null without a limit. */
  alone_usd: usdSchema.nullable(),
  /** Why nothing can be refunded; null where something can. */
  obstacle: z.string().nullable(),
  waiting: waitingRefund.nullable(),
})
export type RefundOptions = z.infer<typeof refundOptions>

export const staffRefundResponse = z.object({
  message: z.string(),
  /** Whether it waits for finance or an admin. */
  is_waiting: z.boolean(),
})
export type StaffRefundResponse = z.infer<typeof staffRefundResponse>

export const REFUND_DECISIONS = ['approved', 'declined'] as const
export type RefundDecision = (typeof REFUND_DECISIONS)[number]

export const refundDecisionBody = z
  .strictObject({
    decision: z.enum(REFUND_DECISIONS, { error: 'Decision must be approved or declined' }),
    /**
     * `refundable_usd` of the listed refund. If it has changed, nothing is decided (409), so that nothing is
     * refunded twice.
     */
    refundable_usd: z.number({ error: 'Say what you were shown' }),
    /** Why the refund is declined, which the person who asked for it reads. */
    reason: text('Reason', 1_000)
      .transform((value) => value.trim())
      .default(''),
  })
  .refine(({ decision, reason }) => decision !== 'declined' || reason !== '', {
    path: ['reason'],
    error: 'Reason is required',
  })

export const paidAnotherWayBody = z.strictObject({ reference })
