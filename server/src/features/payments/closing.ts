/** What of payments keeps an account open, or is evidence. @see docs/rules/own-data.md#closing-an-account */
import { and, eq, gt, inArray, ne, or, sql, sum } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { isUnfinishedRefund } from './queries.ts'
import { chargebacks, payments, refunds } from './tables.ts'

/** What a family paid that is neither with the caregiver nor back, in cents. */
export async function sumUnreleased(reader: Reader, payerId: number): Promise<number> {
  const [row] = await reader
    .select({ cents: sum(sql`${payments.escrowCents} + ${payments.heldCents}`).mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.payerId, payerId), ne(payments.status, 'failed')))
  return row?.cents ?? 0
}

/** Whether a payment or refund of a family is on its way. */
export async function hasMoneyOnItsWay(reader: Reader, payerId: number): Promise<boolean> {
  const isRunning = or(
    inArray(payments.status, ['captured', 'refunding']),
    sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id} AND ${isUnfinishedRefund})`,
  )
  return (await reader.$count(payments, and(eq(payments.payerId, payerId), isRunning))) > 0
}

const isParty = (userId: number) => or(eq(payments.payerId, userId), eq(payments.payeeId, userId))

/** Whether a bank decides about a payment of a person, on either side. */
export async function hasOpenChargeback(reader: Reader, userId: number): Promise<boolean> {
  const rows = await reader
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(and(isParty(userId), eq(chargebacks.status, 'open')))
    .limit(1)
  return rows.length > 0
}

/** The chargebacks of a person that are open, or that were lost after a time, with the two sides. */
export function listChargebackEvidence(
  reader: Reader,
  userId: number,
  since: Date,
): Promise<{ id: number; one: number; other: number }[]> {
  return reader
    .select({ id: chargebacks.id, one: payments.payerId, other: payments.payeeId })
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
