import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { payments } from '../tables.ts'
import { calculatePayeeCents, calculateReleasedCents } from './payee-money.ts'

/** What a payment brought into its payee's available balance. */
type ReleasedMoney = {
  /** The payee's part that was released and is not on hold, in cents. */
  cents: number
  /** The payee's whole part of the payment after refunds, on hold or not, in cents. */
  earnedCents: number
  careEndedAt: Date
  /**
   * When the payer first paid the payee: with this payment, or with an earlier one that was not refunded in
   * full at the payee's cost.
   */
  pairSince: Date
}

/**
 * A payee's released money, by payment, of care that ended after `endedAfter`, oldest care first. Money that
 * has been paid out is included.
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
