import { z } from 'zod'
import { CENTS_MAXIMUM } from '../money.ts'
import { idSchema, instantSchema, localDateSchema, pageQuery, usdSchema, zoneSchema } from '../wire.ts'
import { HOLD_CAUSES } from './holds.ts'

export const WALLET_CATEGORIES = [
  'escrow_in',
  'fee',
  'release',
  'dispute_hold',
  'refund_out',
  'payout_out',
] as const
export type WalletCategory = (typeof WALLET_CATEGORIES)[number]

/**
 * Why available money waits: no payout has arrived yet, or much came from a family that is new to the
 * caregiver.
 */
export const PAYOUT_WAIT_REASONS = ['first_payout', 'new_family'] as const
export type PayoutWaitReason = (typeof PAYOUT_WAIT_REASONS)[number]

/** What a caregiver's home page shows of the wallet. */
export const walletBalances = z.object({
  balance: usdSchema,
  /** How much of the balance can be withdrawn now. */
  withdrawable: usdSchema,
  /** The parts of the balance that can't be withdrawn yet, in order of `until`. */
  waiting: z.array(
    z.object({ amount: usdSchema, until: instantSchema, because: z.enum(PAYOUT_WAIT_REASONS) }),
  ),
  pending: usdSchema,
  held: usdSchema,
  currency: z.literal('usd'),
  details_submitted: z.boolean(),
  /** Payouts wait for staff, because the profile is under review or was rejected. */
  payouts_held: z.boolean(),
})
export type WalletBalances = z.infer<typeof walletBalances>

/** A booking as the wallet names it. */
const walletBooking = z.object({
  request_id: idSchema,
  caretaker_name: z.string(),
  /** The start of the first window and the end of the last one. */
  start_utc: instantSchema,
  end_utc: instantSchema,
  /** How many visits it has, adjacent windows counted as one, and whether each of them is a night. */
  visits: z.int(),
  are_nights: z.boolean(),
})
export type WalletBooking = z.infer<typeof walletBooking>

export const walletResponse = walletBalances.extend({
  /** What is on hold of each booking, oldest payment first. Together they are `held`. */
  holds: z.array(z.object({ amount: usdSchema, because: z.enum(HOLD_CAUSES), booking: walletBooking })),
  /**
   * For how many days after a visit money waits until the first payout has arrived; 0 once it has, and where
   * nothing waits.
   */
  first_payout_days: z.int(),
})
export type Wallet = z.infer<typeof walletResponse>

export const WALLET_ENTRY_PAGE_SIZE = 5

export const walletEntriesQuery = z.strictObject({
  type: z.enum(['payment', 'payout'], { error: 'Type must be payment or payout' }).optional(),
  date: localDateSchema.optional(),
  /** The time zone of `date`; the caregiver's own by default. */
  timezone: zoneSchema.optional(),
  ...pageQuery(WALLET_ENTRY_PAGE_SIZE),
})

export const walletEntry = z.object({
  id: idSchema,
  created_at: instantSchema,
  category: z.enum(WALLET_CATEGORIES),
  /**
   * A `payout_out` with `credit` is a payout that came back; a `dispute_hold` with `credit` is money pending
   * again.
   */
  direction: z.enum(['credit', 'debit']),
  amount: usdSchema,
  /**
   * By how much the entry changed the wallet's `balance`, `pending` and `held`; negative when it took money.
   * Over all entries, each sum is what the wallet shows. A refund of held money changes `held` alone, because
   * the hold already took it from the balance.
   */
  balance_change: usdSchema,
  pending_change: usdSchema,
  held_change: usdSchema,
  currency: z.literal('usd'),
  /** The request that the money is for; null for payouts. */
  booking: walletBooking.nullable(),
  /** Of an `escrow_in`: when the caregiver can withdraw it at the earliest. Otherwise null, and while it is on hold. */
  withdrawable_from: instantSchema.nullable(),
})
export type WalletEntry = z.infer<typeof walletEntry>

/**
 * What a caregiver earned in a span, and what left the wallet. `earned` is what was released, after fees and
 * refunds.
 */
export const walletTotals = z.object({
  earned: usdSchema,
  fees: usdSchema,
  refunds: usdSchema,
  paid_out: usdSchema,
})
export type WalletTotals = z.infer<typeof walletTotals>

export const statementQuery = z.strictObject({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'Enter a month such as 2026-12' }),
})
/** A month of the caregiver's time zone, oldest entries first. @see docs/rules/money.md#statements */
export const statementResponse = z.object({
  month: z.string(),
  timezone: z.string(),
  results: z.array(walletEntry),
  totals: walletTotals,
})
export type Statement = z.infer<typeof statementResponse>

export const totalsQuery = z.strictObject({
  year: z
    .string()
    .regex(/^20\d\d$/, { error: 'Enter a year such as 2026' })
    .transform(Number)
    .optional(),
})
/** A year of the caregiver's time zone, the current one by default. */
export const totalsResponse = walletTotals.extend({
  year: z.int(),
  timezone: z.string(),
  /** The month of the first entry; null if there is none. */
  first_month: z.string().nullable(),
})
export type YearTotals = z.infer<typeof totalsResponse>

export const PAYOUT_STATUSES = ['pending', 'processing', 'paid', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/**
 * Why payouts are held back: a first bank account from a new device, another bank account, "This wasn't me",
 * a bank account that the caregiver disowned, or one that is somebody else's too.
 */
export const PAYOUT_HOLD_REASONS = [
  'bank_added',
  'bank_changed',
  'not_me',
  'bank_disowned',
  'bank_in_review',
  'bank_refused',
] as const
export type PayoutHoldReason = (typeof PAYOUT_HOLD_REASONS)[number]

/** Whether a caregiver has set up payouts, and can be paid now. */
export const payoutMethodResponse = z.object({
  /** Whether onboarding is done: then the wallet shows Withdraw instead of Set up payouts. */
  details_submitted: z.boolean(),
  /** Whether the provider pays out to the account now. It may request more documents after onboarding. */
  payouts_enabled: z.boolean(),
  bank_last4: z.string().nullable(),
  /**
   * When held payouts are possible again; null if they are not held, or wait for staff or another bank
   * account.
   */
  payable_from: instantSchema.nullable(),
  /** Why payouts are held back; null if they are not. */
  held_because: z.enum(PAYOUT_HOLD_REASONS).nullable(),
})
export type PayoutMethod = z.infer<typeof payoutMethodResponse>

export const onboardingLinkResponse = z.object({ url: z.string() })
export type OnboardingLink = z.infer<typeof onboardingLinkResponse>

const AMOUNT_MESSAGE = 'Enter an amount above 0, with at most two decimals'

export const payoutBody = z.strictObject({
  amount: z
    .number({ error: AMOUNT_MESSAGE })
    .positive({ error: AMOUNT_MESSAGE })
    // Larger JSON numbers can't represent every cent.
    .max(CENTS_MAXIMUM / 100, { error: 'Enter a smaller amount' })
    .refine(isWholeCents, { error: AMOUNT_MESSAGE }),
})
export type PayoutBody = z.infer<typeof payoutBody>

function isWholeCents(usd: number): boolean {
  return Math.round(usd * 100) / 100 === usd
}

export const payoutResponse = z.object({
  id: idSchema,
  created_at: instantSchema,
  amount: usdSchema,
  currency: z.literal('usd'),
  status: z.enum(PAYOUT_STATUSES),
  /** Begins with `po_`; null until the provider has created the payout. */
  provider_payout_id: z.string().nullable(),
  failure_reason: z.string().nullable(),
})
export type Payout = z.infer<typeof payoutResponse>

/** Rows per page of the wallet's Payout Requests. */
export const PAYOUT_PAGE_SIZE = 2

export const payoutsQuery = z.strictObject({
  status: z
    .enum(PAYOUT_STATUSES, { error: 'Status must be pending, processing, paid, failed or canceled' })
    .optional(),
  ...pageQuery(PAYOUT_PAGE_SIZE),
})
