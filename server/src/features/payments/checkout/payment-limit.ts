/**
 * Keeps a family's payments within the limit of its first week.
 * @see docs/rules/money.md#a-familys-first-week
 */
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import { and, eq, inArray, lt, min, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type AppError, conflict } from '../../../platform/errors.ts'
import { formatUtc } from '../../../platform/utc-text.ts'
import { lockUser } from '../../people/index.ts'
import { LIVE_STATES } from '../payment.ts'
import { payments } from '../tables.ts'
import { findFirstWeekExcess } from './first-week.ts'

/**
 * How much of the limit the family's payments of other requests have used, less refunds, in cents: all of
 * them (`cents`), and those that are started and not paid (`openCents`), which are in `cents` too.
 */
type UsedOfLimit = { cents: number; openCents: number }

/**
 * Requires that a payment stays within the limit of the payer's first week. Locks the payer's row, so that
 * two payments at the same moment can't both use what is left.
 * @throws AppError 409 with `limit_usd`, `left_usd` and `limit_ends_at`
 */
export async function requireWithinFirstWeek(
  transaction: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { requestId, payerId, amountCents }: { requestId: number; payerId: number; amountCents: number },
): Promise<void> {
  const limitCents = config.firstWeekLimitCents
  const firstPaidAt = await findFirstPaidAt(transaction, payerId)
  const week = { firstPaidAt, now: clock.now(), limitCents }
  // An infinite amount is above any limit, so null means that the family has no limit (any more).
  const hasNoLimit = findFirstWeekExcess(Number.POSITIVE_INFINITY, { ...week, usedCents: 0 }) === null
  if (hasNoLimit) return
  await lockUser(transaction, payerId)
  const used = await sumOtherPayments(transaction, payerId, requestId)
  const excess = findFirstWeekExcess(amountCents, { ...week, usedCents: used.cents })
  if (excess) throw toLimitError(limitCents, excess, used)
}

/**
 * When a family first paid; null if it never did. Payments that were refunded in full don't count: with one,
 * a family could get its first week over at no cost.
 */
async function findFirstPaidAt(transaction: Transaction, payerId: number): Promise<Date | null> {
  const [first] = await transaction
    .select({ paidAt: min(payments.paidAt) })
    .from(payments)
    .where(
      and(
        eq(payments.payerId, payerId),
        inArray(payments.status, ['captured', 'succeeded']),
        lt(payments.refundCents, payments.amountCents),
      ),
    )
  return first?.paidAt ?? null
}

/**
 * Sums the family's payments of other requests. An open payment counts, because it may still be paid.
 * Payments of this request don't, because the new checkout replaces them.
 */
async function sumOtherPayments(
  transaction: Transaction,
  payerId: number,
  requestId: number,
): Promise<UsedOfLimit> {
  const notRefundedCents = sql`${payments.amountCents} - ${payments.refundCents}`
  const [sums] = await transaction
    .select({
      cents: sql`coalesce(sum(${notRefundedCents}), 0)`.mapWith(Number),
      openCents:
        sql`coalesce(sum(${notRefundedCents}) FILTER (WHERE ${payments.status} = 'open'), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(
        eq(payments.payerId, payerId),
        ne(payments.requestId, requestId),
        inArray(payments.status, [...LIVE_STATES]),
      ),
    )
  return sums ?? { cents: 0, openCents: 0 }
}

/** The 409 for a payment above what is left of the limit. */
function toLimitError(
  limitCents: number,
  { leftCents, endsAt }: { leftCents: number; endsAt: Date | null },
  { openCents }: UsedOfLimit,
): AppError {
  const openPaymentsText =
    openCents > 0 ? ' Payments that you started and didn’t finish count for an hour.' : ''
  const endText = endsAt
    ? `The limit ends ${formatUtc(endsAt)}`
    : 'The limit ends 7 days after your first payment'
  const detail = `In your first week of paying you can pay up to ${formatUsd(limitCents)} in all, and ${formatUsd(leftCents)} of it is left.${openPaymentsText} ${endText}`
  return conflict(detail, {
    limit_usd: usdFromCents(limitCents),
    left_usd: usdFromCents(leftCents),
    limit_ends_at: endsAt?.toISOString() ?? null,
  })
}
