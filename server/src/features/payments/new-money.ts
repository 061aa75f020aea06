import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { calculateReleasedCents } from './payee-money.ts'
import { payments } from './tables.ts'

/** What a payment brought into its payee's available balance. */
type ReleasedMoney = {
  /** Without what was refunded or is on hold, in cents. */
  cents: number
  careEndedAt: Date
  /** When the payer first paid the payee. */
  pairSince: Date
  /** What the payer had paid the payee with this payment and those before it, less refunds, in cents. */
  pairCents: number
}

/** The payments between a row's two sides up to that row. */
const upToThis = sql`FROM payments earlier
  WHERE earlier.payer_id = payments.payer_id AND earlier.payee_id = payments.payee_id
    AND earlier.status = 'succeeded' AND (earlier.paid_at, earlier.id) <= (payments.paid_at, payments.id)`

/**
 * The released money of a payee whose care ended after an instant, oldest care first. Money that was paid out since is
 * among it.
 * @see docs/rules/money.md#new-money
 */
export async function listReleasedMoney(
  reader: Reader,
  payeeId: number,
  endedAfter: Date,
): Promise<ReleasedMoney[]> {
  const rows = await reader
    .select({
      payment: payments,
      pairSince: sql`(SELECT min(earlier.paid_at) ${upToThis})`.mapWith(payments.paidAt),
      pairCents: sql`(SELECT sum(earlier.amount_cents - earlier.refund_cents) ${upToThis})`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(
        eq(payments.payeeId, payeeId),
        eq(payments.status, 'succeeded'),
        isNotNull(payments.releasedAt),
        gt(payments.careEndedAt, endedAfter),
      ),
    )
    .orderBy(asc(payments.careEndedAt), asc(payments.id))
  return rows.map(({ payment, pairSince, pairCents }) => ({
    cents: calculateReleasedCents(payment),
    careEndedAt: payment.careEndedAt as Date,
    pairSince: pairSince as Date,
    pairCents,
  }))
}
