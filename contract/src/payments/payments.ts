import { z } from 'zod'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import { idSchema, instantSchema, pageQuery, queryInteger, usdSchema } from '../wire.ts'

export const PAYMENT_STATUSES = ['succeeded', 'pending', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const checkoutResponse = z.object({ checkout_url: z.string() })
export type Checkout = z.infer<typeof checkoutResponse>

/**
 * `payment_id` names one attempt to pay; without it, the answer is about the request's current payment. With
 * `refresh`, the provider is asked first.
 */
export const paymentStatusQuery = z.strictObject({
  payment_id: queryInteger('Payment', { min: 1, max: 999_999_999 }).optional(),
  refresh: z.literal('true', { error: 'Refresh must be true' }).optional(),
})

/**
 * Polled by the processing screen. A `failed` payment can be tried again with another checkout. A `pending`
 * payment:
 *
 * - without a reason: we don't know yet whether it was paid
 * - with a reason: the card was declined, and the same page accepts another one
 * - with a reason and `is_refunding`: it was paid, but can't be booked for that reason
 *
 * A `refunded` payment has a reason if it could not be booked.
 * @see docs/rules/money.md#payments
 */
export const paymentStatusResponse = z.object({
  status: z.enum(PAYMENT_STATUSES),
  failure_reason: z.string().nullable(),
  /**
   * Whether the whole payment is being refunded: `pending` until all of it was sent back, then `refunded`.
   */
  is_refunding: z.boolean(),
})
export type PaymentStanding = z.infer<typeof paymentStatusResponse>

export const PAYMENT_PAGE_SIZE = 10

export const paymentsQuery = z.strictObject(pageQuery(PAYMENT_PAGE_SIZE))

/** The care that a payment is for. Canceled hours are among the windows. */
export const paidCare = z.object({
  timezone: z.string(),
  windows: z.array(
    z.object({
      start_utc: instantSchema,
      end_utc: instantSchema,
      /** Whether it was booked, and then canceled. */
      is_canceled: z.boolean(),
    }),
  ),
  total_hours: z.number(),
  hourly_rate_snapshot_usd: usdSchema,
  service_fee_usd: usdSchema,
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
  /** Whether the payment led to a booking, which has a page. */
  is_booked: z.boolean(),
})
export type PaidCare = z.infer<typeof paidCare>

export const paymentResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  request_id: idSchema,
  caregiver_name: z.string(),
  caregiver_id: idSchema,
  amount_gross: usdSchema,
  /** What was refunded so far. A partly refunded payment stays `succeeded`. */
  refunded_usd: usdSchema,
  currency: z.literal('usd'),
  /**
   * A paid payment is never `pending`: while the whole amount is on its way back, it is `succeeded` with
   * `is_refunding`.
   */
  status: z.enum(PAYMENT_STATUSES),
  /** What is on its way back to the family, all or a part; screens call it "Refund on its way". */
  refunding_usd: usdSchema,
  /** Whether everything that was not refunded before is on its way back. */
  is_refunding: z.boolean(),
  provider_charge_id: z.string().nullable(),
  provider_payment_intent_id: z.string().nullable(),
  /** Null if the payment's request no longer exists. */
  care: paidCare.nullable(),
})
export type Payment = z.infer<typeof paymentResponse>

/** `taken_back`: not sent, because the payer's bank gave the money back. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'taken_back'] as const

export const receiptResponse = paymentResponse.extend({
  description: z.string(),
  payer_name: z.string(),
  payer_email: z.string(),
  /** When it was paid; null if it was not. */
  paid_at: instantSchema.nullable(),
  failure_reason: z.string().nullable(),
  refunds: z.array(
    z.object({
      id: idSchema,
      created_at: instantSchema,
      amount: usdSchema,
      reason: z.string(),
      status: z.enum(REFUND_STATUSES),
      /**
       * The reference of a refund that was paid another way than to the card; null for refunds to the card.
       */
      reference: z.string().nullable(),
    }),
  ),
})
export type Receipt = z.infer<typeof receiptResponse>
