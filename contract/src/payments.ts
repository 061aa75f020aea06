import { z } from 'zod'
import { idSchema, instantSchema, pageQuery, usdSchema } from './wire.ts'

export const PAYMENT_STATUSES = ['succeeded', 'pending', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const checkoutResponse = z.object({ checkout_url: z.string() })

/**
 * Polled by the processing screen. `failed` with its reason may be tried again, by another checkout. `pending` is one of
 * three: without a reason it is not known yet whether it was paid; with one, and `is_refunding`, it was paid, came to no
 * booking for that reason, and is on its way back; with one alone its card was refused, and the same card page takes
 * another. `refunded` carries the reason why it went back, where it came to no booking.
 */
export const paymentStatusResponse = z.object({
  status: z.enum(PAYMENT_STATUSES),
  failure_reason: z.string().nullable(),
  /** It was paid, and all of it is on its way back: `pending` until it has arrived, `refunded` then. */
  is_refunding: z.boolean(),
})
export type PaymentStanding = z.infer<typeof paymentStatusResponse>

export const PAYMENT_PAGE_SIZE = 10

export const paymentsQuery = z.strictObject(pageQuery(PAYMENT_PAGE_SIZE))

export const paymentResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  request_id: idSchema,
  caregiver_name: z.string(),
  caregiver_id: idSchema,
  amount_gross: usdSchema,
  /** What went back to the payer so far; a payment that is refunded in part stays `succeeded`. */
  refunded_usd: usdSchema,
  currency: z.literal('usd'),
  status: z.enum(PAYMENT_STATUSES),
  /** As in `paymentStatusResponse`. */
  is_refunding: z.boolean(),
  provider_charge_id: z.string().nullable(),
  provider_payment_intent_id: z.string().nullable(),
})
export type Payment = z.infer<typeof paymentResponse>

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

/** All that a receipt says; the amounts are of this one payment. */
export const receiptResponse = paymentResponse.extend({
  description: z.string(),
  payer_name: z.string(),
  payer_email: z.string(),
  /** When the money arrived; null where none did. */
  paid_at: instantSchema.nullable(),
  failure_reason: z.string().nullable(),
  refunds: z.array(
    z.object({
      id: idSchema,
      created_at: instantSchema,
      amount: usdSchema,
      reason: z.string(),
      status: z.enum(REFUND_STATUSES),
    }),
  ),
})
export type Receipt = z.infer<typeof receiptResponse>
