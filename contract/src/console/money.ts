/** Money in the console: payments, refunds and payouts with their steps. @see docs/rules/console.md#money */
import { z } from 'zod'
import { SEARCH_MAXIMUM } from '../reference.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  queryInteger,
  sortBy,
  text,
  usdSchema,
} from '../wire.ts'

/** The steps of a payment, a refund and a payout as they are stored. */
export const PAYMENT_STEPS = ['open', 'captured', 'succeeded', 'refunding', 'refunded', 'failed'] as const
export const REFUND_STEPS = ['pending', 'succeeded', 'failed', 'taken_back'] as const
export const PAYOUT_STEPS = ['pending', 'processing', 'returning', 'paid', 'failed', 'canceled'] as const

/** What screens and CSV call each step. */
export const PAYMENT_STEP_LABELS = {
  open: 'Waiting for the card',
  captured: 'Paid, not booked yet',
  succeeded: 'Booked',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  failed: 'Failed',
} as const satisfies Record<(typeof PAYMENT_STEPS)[number], string>
export const REFUND_STEP_LABELS = {
  pending: 'Refund on its way',
  succeeded: 'Refunded',
  failed: 'Refund refused',
  taken_back: 'The bank gave it back',
} as const satisfies Record<(typeof REFUND_STEPS)[number], string>
export const PAYOUT_STEP_LABELS = {
  pending: 'Not sent yet',
  processing: 'On its way',
  returning: 'Coming back',
  paid: 'Arrived',
  failed: 'Failed',
  canceled: 'Canceled',
} as const satisfies Record<(typeof PAYOUT_STEPS)[number], string>

/** A bank's reason for a chargeback in words: `Product not received`. */
export function describeChargebackReason(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const optionalId = (label: string) => queryInteger(label, { min: 1, max: 999_999_999 }).optional()

const filters = {
  /** Part of either side's name, either side's whole email address, or the number. */
  q: text('Search', SEARCH_MAXIMUM).optional(),
  /** The dates are UTC days of creation, both included. */
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  person_id: optionalId('Person'),
  sort: sortBy('created_at', 'amount_usd'),
  ...pageQuery(20),
}

/** The filter of a list's `state`. `stuck` finds records that make no progress by themselves. */
const stateFilter = <Step extends string>(steps: readonly [Step, ...Step[]]) =>
  z.enum(['stuck', ...steps], { error: 'Unknown state' }).optional()

export const adminPaymentsQuery = z.strictObject({ ...filters, state: stateFilter(PAYMENT_STEPS) })
export const adminRefundsQuery = z.strictObject({ ...filters, state: stateFilter(REFUND_STEPS) })
export const adminPayoutsQuery = z.strictObject({ ...filters, state: stateFilter(PAYOUT_STEPS) })
export type AdminPaymentsQuery = z.output<typeof adminPaymentsQuery>
export type AdminRefundsQuery = z.output<typeof adminRefundsQuery>
export type AdminPayoutsQuery = z.output<typeof adminPayoutsQuery>

const person = z.object({ id: idSchema, name: z.string() })

export const adminPayment = z.object({
  id: idSchema,
  request_id: idSchema,
  family: person,
  caregiver: person,
  created_at: instantSchema,
  paid_at: instantSchema.nullable(),
  amount_usd: usdSchema,
  fee_usd: usdSchema,
  /** What the provider has sent back. */
  refunded_usd: usdSchema,
  /** What is still on its way back. */
  refund_pending_usd: usdSchema,
  step: z.enum(PAYMENT_STEPS),
  is_stuck: z.boolean(),
  /** Whether something is left of what was paid for visits that have begun or were canceled. */
  can_refund: z.boolean(),
  failure_reason: z.string().nullable(),
  provider: z.string(),
  provider_payment_intent_id: z.string().nullable(),
})
export type AdminPayment = z.infer<typeof adminPayment>

export const adminRefund = z.object({
  id: idSchema,
  payment_id: idSchema,
  request_id: idSchema,
  family: person,
  created_at: instantSchema,
  amount_usd: usdSchema,
  reason: z.string(),
  step: z.enum(REFUND_STEPS),
  is_stuck: z.boolean(),
  /** How many times the provider has refused it. */
  refusals: z.int(),
  failure_reason: z.string().nullable(),
  provider_refund_id: z.string().nullable(),
  /** How the refund was paid, if not to the card. */
  reference: z.string().nullable(),
})
export type AdminRefund = z.infer<typeof adminRefund>

export const adminPayout = z.object({
  id: idSchema,
  caregiver: person,
  created_at: instantSchema,
  updated_at: instantSchema,
  amount_usd: usdSchema,
  step: z.enum(PAYOUT_STEPS),
  is_stuck: z.boolean(),
  /** Whether nothing was sent yet, so that it can still be canceled. */
  can_cancel: z.boolean(),
  refusals: z.int(),
  failure_reason: z.string().nullable(),
  provider_payout_id: z.string().nullable(),
})
export type AdminPayout = z.infer<typeof adminPayout>

/** A payment that the family's bank takes back or asks about, and hasn't decided on. */
export const adminChargeback = z.object({
  id: idSchema,
  payment_id: idSchema,
  request_id: idSchema,
  family: person,
  caregiver: person,
  amount_usd: usdSchema,
  /** What is on hold of the payment. */
  held_usd: usdSchema,
  /** The bank's reason, as the provider's code. */
  reason: z.string(),
  opened_at: instantSchema,
  /** Until when evidence can be sent to the provider; null if none is asked for. */
  evidence_due_at: instantSchema.nullable(),
  provider_chargeback_id: z.string(),
})
export type AdminChargeback = z.infer<typeof adminChargeback>

export const moneyActionResponse = z.object({ message: z.string() })
