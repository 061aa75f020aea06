/**
 * The payments that keep an account from being closed, or its evidence from being erased.
 * @see docs/rules/own-data.md#closing-an-account
 */
import { and, eq, gt, inArray, ne, or, sql, sum } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { isUnfinishedRefund } from './queries.ts'
import { chargebacks, payments, refunds } from './tables.ts'

/**
 * How much of a family's payments is in escrow or on hold, in cents: neither released to a caregiver nor
 * refunded.
 */
export async function sumUnreleasedCents(reader: Reader, payerId: number): Promise<number> {
  const [row] = await reader
    .select({ cents: sum(sql`${payments.escrowCents} + ${payments.heldCents}`).mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.payerId, payerId), ne(payments.status, 'failed')))
  return row?.cents ?? 0
}

/** Whether a family has a paid payment that isn't booked yet, or a refund that isn't sent yet. */
export async function hasMoneyOnItsWay(reader: Reader, payerId: number): Promise<boolean> {
  const isOnItsWay = or(
    inArray(payments.status, ['captured', 'refunding']),
    sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id} AND ${isUnfinishedRefund})`,
  )
  return (await reader.$count(payments, and(eq(payments.payerId, payerId), isOnItsWay))) > 0
}

/** The SQL condition that a person is one of the two sides of a payment. */
const isParty = (userId: number) => or(eq(payments.payerId, userId), eq(payments.payeeId, userId))

/** Whether a person has a payment, on either side, that a bank is deciding about. */
export async function hasOpenChargeback(reader: Reader, userId: number): Promise<boolean> {
  const rows = await reader
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(and(isParty(userId), eq(chargebacks.status, 'open')))
    .limit(1)
  return rows.length > 0
}

/**
 * The chargebacks of a person that are open, or that were lost after `since`, with the ids of the two sides.
 */
export function listChargebackEvidence(
  reader: Reader,
  userId: number,
  since: Date,
): Promise<{ id: number; side: number; otherSide: number }[]> {
  return reader
    .select({ id: chargebacks.id, side: payments.payerId, otherSide: payments.payeeId })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(
      and(
        isParty(userId),
        or(
          eq(chargebacks.status, 'open'),
          and(eq(chargebacks.status, 'lost'), gt(chargebacks.closedAt, since)),
        ),
      ),
    )
}
