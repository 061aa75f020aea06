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
import { exceedsFirstWeek } from './first-week.ts'

/**
 * The family's other payments, less refunds: all of them, and those of them that are started and not
 * finished.
 */
type Used = { cents: number; openCents: number }

/**
 * Requires that a payment stays within the limit of the payer's first week. Locks their row, so that two
 * payments can't share what is left.
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
  if (!exceedsFirstWeek(Number.POSITIVE_INFINITY, { ...week, usedCents: 0 })) return
  await lockUser(transaction, payerId)
  const used = await sumOtherPayments(transaction, payerId, requestId)
  const excess = exceedsFirstWeek(amountCents, { ...week, usedCents: used.cents })
  if (excess) throw limitReached(limitCents, excess, used)
}

/**
 * When a family first paid, of the payments that weren't refunded in full: those would start its week at no
 * cost.
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
 * A payment that is open may still be paid, so it counts. Another checkout of this request replaces its
 * payment.
 */
async function sumOtherPayments(transaction: Transaction, payerId: number, requestId: number): Promise<Used> {
  const kept = sql`${payments.amountCents} - ${payments.refundCents}`
  const [row] = await transaction
    .select({
      cents: sql`coalesce(sum(${kept}), 0)`.mapWith(Number),
      openCents: sql`coalesce(sum(${kept}) FILTER (WHERE ${payments.status} = 'open'), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(
        eq(payments.payerId, payerId),
        ne(payments.requestId, requestId),
        inArray(payments.status, [...LIVE_STATES]),
      ),
    )
  return row ?? { cents: 0, openCents: 0 }
}

function limitReached(
  limitCents: number,
  { leftCents, endsAt }: { leftCents: number; endsAt: Date | null },
  { openCents }: Used,
): AppError {
  const counted = openCents > 0 ? ' Payments that you started and didn’t finish count for an hour.' : ''
  const ends = endsAt
    ? `The limit ends ${formatUtc(endsAt)}`
    : 'The limit ends 7 days after your first payment'
  const detail = `In your first week of paying you can pay up to ${formatUsd(limitCents)} in all, and ${formatUsd(leftCents)} of it is left.${counted} ${ends}`
  return conflict(detail, {
    limit_usd: usdFromCents(limitCents),
    left_usd: usdFromCents(leftCents),
    limit_ends_at: endsAt?.toISOString() ?? null,
  })
}
