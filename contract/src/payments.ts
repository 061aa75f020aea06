import { z } from 'zod'
import { idSchema, instantSchema, usdSchema } from './wire.ts'

export const PAYMENT_STATUSES = ['succeeded', 'pending', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const checkoutResponse = z.object({ checkout_url: z.string() })

/** Polled by the processing screen; `booked` says whether the request has become a booking. */
export const paymentStatusResponse = z.object({
  status: z.enum(PAYMENT_STATUSES),
  failure_reason: z.string().nullable(),
})

export const paymentResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  request_id: idSchema,
  caregiver_name: z.string(),
  caregiver_id: idSchema,
  amount_gross: usdSchema,
  currency: z.literal('usd'),
  status: z.enum(PAYMENT_STATUSES),
  provider_charge_id: z.string().nullable(),
  provider_payment_intent_id: z.string().nullable(),
})
export type Payment = z.infer<typeof paymentResponse>
