import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { payments } from '../tables.ts'
import { calculatePayeeCents, calculateReleasedCents } from './payee-money.ts'

/** What a payment brought into its payee's available balance. */
type ReleasedMoney = {
  /** Without what was refunded or is on hold, in cents. */
  cents: number
  /** The same with what is on hold. */
  earnedCents: number
  careEndedAt: Date
  /** When the payer first paid the payee. */
  pairSince: Date
}

/**
 * The released money of a payee whose care ended after an instant, oldest care first. Money that was paid out
 * since is among it.
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
      pairSince: sql`(SELECT min(paid.paid_at) FROM payments paid WHERE paid.payer_id = payments.payer_id
        AND paid.payee_id = payments.payee_id AND paid.status = 'succeeded'
        AND (paid.id = payments.id OR paid.refund_cents - paid.borne_cents < paid.amount_cents))`.mapWith(
        payments.paidAt,
      ),
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
  return rows.map(({ payment, pairSince }) => ({
    cents: calculateReleasedCents(payment),
    earnedCents: calculatePayeeCents(payment),
    careEndedAt: payment.careEndedAt as Date,
    pairSince: pairSince as Date,
  }))
}
