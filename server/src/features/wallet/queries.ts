import { usdFromCents } from '@tendwell/contract/money'
import type {
  Statement,
  WalletCategory,
  WalletEntry,
  WalletTotals,
  YearTotals,
} from '@tendwell/contract/payments/wallet'
import {
  addDays,
  type Interval,
  type LocalDate,
  toDateInterval,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { PageRequest } from '../../platform/database/paging.ts'
import { listRequestSpans } from '../bookings/index.ts'
import {
  findFirstMoveAt,
  listMovesOfSpan,
  listWalletMoves,
  sumMovesOfSpan,
  type WalletMove,
} from '../ledger/index.ts'
import { listRequestIdsOfPostings } from '../payments/index.ts'
import { findCaregiver } from '../profiles/index.ts'

const DIRECTIONS = {
  escrow_in: 'credit',
  release: 'credit',
  fee: 'debit',
  dispute_hold: 'debit',
  refund_out: 'debit',
  payout_out: 'debit',
} as const satisfies Record<WalletCategory, WalletEntry['direction']>

const CATEGORY_OF_TYPE = { payment: 'escrow_in', payout: 'payout_out' } as const

/** The caregiver's zone; UTC for a user without a caregiver profile. */
async function getZone(reader: Reader, caregiverId: number): Promise<Zone> {
  return (await findCaregiver(reader, caregiverId))?.timezone ?? 'UTC'
}

/**
 * A page of the entries of a caregiver's wallet, newest first.
 * @param filter.date a day in `timezone`, by default in the caregiver's own zone
 * @see docs/rules/money.md#wallet
 */
export async function listEntries(
  reader: Reader,
  caregiverId: number,
  filter: PageRequest & { type?: 'payment' | 'payout'; date?: LocalDate; timezone?: string },
): Promise<{ count: number; results: WalletEntry[] }> {
  const { date, type, page, page_size } = filter
  const span =
    date === undefined
      ? undefined
      : toDateInterval(date, date, filter.timezone ?? (await getZone(reader, caregiverId)))
  const category = type && CATEGORY_OF_TYPE[type]
  const moves = await listWalletMoves(reader, caregiverId, { page, page_size, category, span })
  return { count: moves.count, results: await toEntries(reader, moves.results) }
}

/** The entries and totals of a month in the caregiver's zone. @see docs/rules/money.md#statements */
export async function getStatement(reader: Reader, caregiverId: number, month: string): Promise<Statement> {
  const timezone = await getZone(reader, caregiverId)
  const span = toMonthSpan(month, month, timezone)
  return {
    month,
    timezone,
    results: await toEntries(reader, await listMovesOfSpan(reader, caregiverId, span)),
    totals: await getTotals(reader, caregiverId, span),
  }
}

/**
 * The totals of a year in the caregiver's zone, by default the current one.
 * @see docs/rules/money.md#statements
 */
export async function getYearTotals(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  caregiverId: number,
  year?: number,
): Promise<YearTotals> {
  const timezone = await getZone(database, caregiverId)
  const shownYear = year ?? Number(toLocalDate(clock.now().getTime(), timezone).slice(0, 4))
  const firstMoveAt = await findFirstMoveAt(database, caregiverId)
  return {
    year: shownYear,
    timezone,
    first_month: firstMoveAt && toLocalDate(firstMoveAt.getTime(), timezone).slice(0, 7),
    ...(await getTotals(database, caregiverId, toMonthSpan(`${shownYear}-01`, `${shownYear}-12`, timezone))),
  }
}

/** The span from the start of one month (`2026-12`) to the end of another. */
function toMonthSpan(first: string, last: string, zone: Zone): Interval {
  const firstOfNextMonth = `${addDays(`${last}-01`, 31).slice(0, 7)}-01`
  return toDateInterval(`${first}-01`, addDays(firstOfNextMonth, -1), zone)
}

async function getTotals(reader: Reader, caregiverId: number, span: Interval): Promise<WalletTotals> {
  const totals = await sumMovesOfSpan(reader, caregiverId, span)
  return {
    earned: usdFromCents(totals.earnedCents),
    fees: usdFromCents(totals.feesCents),
    refunds: usdFromCents(totals.refundsCents),
    paid_out: usdFromCents(totals.paidOutCents),
  }
}

/** Ledger moves as wallet entries, each with the request that it was for. */
async function toEntries(reader: Reader, moves: readonly WalletMove[]): Promise<WalletEntry[]> {
  const requestIds = await listRequestIdsOfPostings(
    reader,
    moves.map(({ key }) => key),
  )
  const requestSpans = await listRequestSpans(reader, [...new Set(requestIds.values())])
  return moves.map(({ id, key, createdAt, category, amountCents, isReturned, ...changes }) => {
    const requestSpan = requestSpans.find(({ requestId }) => requestId === requestIds.get(key))
    return {
      id,
      created_at: createdAt.toISOString(),
      category,
      direction: isReturned ? 'credit' : DIRECTIONS[category],
      amount: usdFromCents(amountCents),
      balance_change: usdFromCents(changes.availableCents),
      pending_change: usdFromCents(changes.escrowCents),
      held_change: usdFromCents(changes.heldCents),
      currency: 'usd',
      booking: requestSpan
        ? {
            request_id: requestSpan.requestId,
            caretaker_name: requestSpan.familyName,
            start_utc: requestSpan.startsAt.toISOString(),
            end_utc: requestSpan.endsAt.toISOString(),
          }
        : null,
    }
  })
}
