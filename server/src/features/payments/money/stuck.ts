import { HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, lt, or, type SQL } from 'drizzle-orm'
import { isUnfinishedRefund } from '../queries.ts'
import { payments, refunds } from '../tables.ts'

/**
 * A captured payment is stuck after this long: booking takes seconds, and `recoverPayments` tries again each
 * minute.
 */
const CAPTURED_MS = 10 * MINUTE_MS
/** A refund is stuck after this long. Until then, a refused refund is retried after pauses. */
const REFUND_MS = HOUR_MS

/** The time `ms` milliseconds before `now`. */
const timeBefore = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** The SQL condition that a payment was paid, but neither booked nor refunded in time. */
export function isStuckPayment(now: Date): SQL | undefined {
  return or(
    and(eq(payments.status, 'captured'), lt(payments.paidAt, timeBefore(now, CAPTURED_MS))),
    and(eq(payments.status, 'refunding'), lt(payments.paidAt, timeBefore(now, REFUND_MS))),
  )
}

/** The SQL condition that a refund was created, but not sent in time. */
export function isStuckRefund(now: Date): SQL | undefined {
  return and(isUnfinishedRefund, lt(refunds.createdAt, timeBefore(now, REFUND_MS)))
}
