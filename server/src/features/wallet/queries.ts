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

/** A caregiver's own zone; UTC until they have a profile. */
async function getZone(reader: Reader, caregiverId: number): Promise<Zone> {
  return (await findCaregiver(reader, caregiverId))?.timezone ?? 'UTC'
}

/**
 * A page of a caregiver's wallet, newest first.
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
  const found = await listWalletMoves(reader, caregiverId, { page, page_size, category, span })
  return { count: found.count, results: await toEntries(reader, found.results) }
}

/** The entries and totals of a month in the caregiver's zone. @see docs/rules/money.md#statements */
export async function getStatement(reader: Reader, caregiverId: number, month: string): Promise<Statement> {
  const timezone = await getZone(reader, caregiverId)
  const span = toMonths(month, month, timezone)
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
  const shown = year ?? Number(toLocalDate(clock.now().getTime(), timezone).slice(0, 4))
  const first = await findFirstMoveAt(database, caregiverId)
  return {
    year: shown,
    timezone,
    first_month: first && toLocalDate(first.getTime(), timezone).slice(0, 7),
    ...(await getTotals(database, caregiverId, toMonths(`${shown}-01`, `${shown}-12`, timezone))),
  }
}

/** From the start of one month to the end of another. */
function toMonths(first: string, last: string, zone: Zone): Interval {
  const lastDate = `${addDays(`${last}-01`, 31).slice(0, 7)}-01`
  return toDateInterval(`${first}-01`, addDays(lastDate, -1), zone)
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

async function toEntries(reader: Reader, moves: readonly WalletMove[]): Promise<WalletEntry[]> {
  const requestIds = await listRequestIdsOfPostings(
    reader,
    moves.map(({ key }) => key),
  )
  const visits = await listRequestSpans(reader, [...new Set(requestIds.values())])
  return moves.map(({ id, key, createdAt, category, amountCents, isReturned, ...changes }) => {
    const visit = visits.find(({ requestId }) => requestId === requestIds.get(key))
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
      booking: visit
        ? {
            request_id: visit.requestId,
            caretaker_name: visit.familyName,
            start_utc: visit.startsAt.toISOString(),
            end_utc: visit.endsAt.toISOString(),
          }
        : null,
    }
  })
}
