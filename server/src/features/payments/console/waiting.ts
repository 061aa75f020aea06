/** How many payments, refunds and chargebacks wait for staff. @see docs/rules/console.md#queue */
import { count, eq, min } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { isStuckPayment, isStuckRefund } from '../money/stuck.ts'
import { chargebacks, payments, refunds } from '../tables.ts'

/** How many payments are neither booked nor refunded in time. */
export const countStuckPayments = (reader: Reader, now: Date): Promise<Waiting> =>
  countWaiting(reader, payments, payments.paidAt, isStuckPayment(now))

/** How many refunds are not sent in time. */
export const countStuckRefunds = (reader: Reader, now: Date): Promise<Waiting> =>
  countWaiting(reader, refunds, refunds.createdAt, isStuckRefund(now))

/** How many chargebacks the bank has not decided, and when evidence is due first. */
export async function countOpenChargebacks(reader: Reader): Promise<Waiting & { dueAt?: Date | null }> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(chargebacks.openedAt), dueAt: min(chargebacks.evidenceDueAt) })
    .from(chargebacks)
    .where(eq(chargebacks.status, 'open'))
  return row ?? { count: 0, oldestAt: null }
}
