import { usdFromCents } from '@tendwell/contract/money'
import type {
  Statement,
  Wallet,
  WalletBooking,
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
import { listRequestSpans, type RequestSpan } from '../bookings/index.ts'
import {
  findFirstLineAt,
  listLinesOfSpan,
  listWalletLines,
  sumLinesOfSpan,
  type WalletLine,
} from '../ledger/index.ts'
import { listHeldMoney, listRequestIdsOfPostings } from '../payments/index.ts'
import { getFirstPayoutDays, getWallet, getWithdrawableTime } from '../payouts/index.ts'
import { findCaregiver } from '../profiles/index.ts'

/** Whether an entry of a category adds to the wallet or takes from it, unless money came back. */
const DIRECTIONS = {
  escrow_in: 'credit',
  release: 'credit',
  fee: 'debit',
  dispute_hold: 'debit',
  refund_out: 'debit',
  payout_out: 'debit',
} as const satisfies Record<WalletCategory, WalletEntry['direction']>

/** The category that each `type` of the list's filter selects. */
const CATEGORY_OF_TYPE = { payment: 'escrow_in', payout: 'payout_out' } as const

/** The caregiver's zone; UTC for a user without a caregiver profile. */
async function getZone(reader: Reader, caregiverId: number): Promise<Zone> {
  return (await findCaregiver(reader, caregiverId))?.timezone ?? 'UTC'
}

/** A caregiver's wallet, with the bookings whose money is on hold. @see docs/rules/money.md#wallet */
export async function getWalletWithHolds(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caregiverId: number,
): Promise<Wallet> {
  const held = await listHeldMoney(deps.database, caregiverId)
  const spans = await findSpans(
    deps.database,
    held.map(({ requestId }) => requestId),
  )
  return {
    ...(await getWallet(deps, caregiverId)),
    first_payout_days: await getFirstPayoutDays(deps.database, deps, caregiverId),
    holds: held.flatMap(({ requestId, heldCents, isBankDeciding }) => {
      const span = spans.get(requestId)
      const because = isBankDeciding ? 'bank' : 'dispute'
      return span ? [{ amount: usdFromCents(heldCents), because, booking: toBooking(span) } as const] : []
    }),
  }
}

/** When bookings are, by the id of their request. */
async function findSpans(reader: Reader, requestIds: readonly number[]): Promise<Map<number, RequestSpan>> {
  const spans = await listRequestSpans(reader, [...new Set(requestIds)])
  return new Map(spans.map((span) => [span.requestId, span]))
}

function toBooking({
  requestId,
  familyName,
  startsAt,
  endsAt,
  visits,
  areNights,
}: RequestSpan): WalletBooking {
  return {
    request_id: requestId,
    caretaker_name: familyName,
    start_utc: startsAt.toISOString(),
    end_utc: endsAt.toISOString(),
    visits,
    are_nights: areNights,
  }
}

/**
 * A page of the entries of a caregiver's wallet, newest first.
 * @param filter.date a day in `timezone`, by default in the caregiver's own zone
 * @see docs/rules/money.md#wallet
 */
export async function listEntries(
  deps: Pick<Deps, 'config' | 'database'>,
  caregiverId: number,
  filter: PageRequest & { type?: 'payment' | 'payout'; date?: LocalDate; timezone?: string },
): Promise<{ count: number; results: WalletEntry[] }> {
  const { database: reader } = deps
  const { date, type, page, page_size } = filter
  const span =
    date === undefined
      ? undefined
      : toDateInterval(date, date, filter.timezone ?? (await getZone(reader, caregiverId)))
  const category = type && CATEGORY_OF_TYPE[type]
  const walletLines = await listWalletLines(reader, caregiverId, { page, page_size, category, span })
  return { count: walletLines.count, results: await toEntries(deps, caregiverId, walletLines.results) }
}

/** The entries and totals of a month in the caregiver's zone. @see docs/rules/money.md#statements */
export async function getStatement(
  deps: Pick<Deps, 'config' | 'database'>,
  caregiverId: number,
  month: string,
): Promise<Statement> {
  const { database: reader } = deps
  const timezone = await getZone(reader, caregiverId)
  const span = toMonthSpan(month, month, timezone)
  return {
    month,
    timezone,
    results: await toEntries(deps, caregiverId, await listLinesOfSpan(reader, caregiverId, span)),
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
  const firstLineAt = await findFirstLineAt(database, caregiverId)
  return {
    year: shownYear,
    timezone,
    first_month: firstLineAt && toLocalDate(firstLineAt.getTime(), timezone).slice(0, 7),
    ...(await getTotals(database, caregiverId, toMonthSpan(`${shownYear}-01`, `${shownYear}-12`, timezone))),
  }
}

/** The span from the start of one month (`2026-12`) to the end of another, in a zone. */
function toMonthSpan(firstMonth: string, lastMonth: string, zone: Zone): Interval {
  // No month has more than 31 days, so 31 days after its first day is in the next month.
  const firstOfNextMonth = `${addDays(`${lastMonth}-01`, 31).slice(0, 7)}-01`
  return toDateInterval(`${firstMonth}-01`, addDays(firstOfNextMonth, -1), zone)
}

/** What a caregiver earned, and what left their wallet, in a span, in dollars. */
async function getTotals(reader: Reader, caregiverId: number, span: Interval): Promise<WalletTotals> {
  const totals = await sumLinesOfSpan(reader, caregiverId, span)
  return {
    earned: usdFromCents(totals.earnedCents),
    fees: usdFromCents(totals.feesCents),
    refunds: usdFromCents(totals.refundsCents),
    paid_out: usdFromCents(totals.paidOutCents),
  }
}

/** Wallet lines as the contract's entries, each with the booking that its money is of, if any. */
async function toEntries(
  { config, database: reader }: Pick<Deps, 'config' | 'database'>,
  caregiverId: number,
  walletLines: readonly WalletLine[],
): Promise<WalletEntry[]> {
  const requestIds = await listRequestIdsOfPostings(
    reader,
    walletLines.map(({ key }) => key),
  )
  const spans = await findSpans(reader, [...requestIds.values()])
  const firstPayoutDays = await getFirstPayoutDays(reader, { config }, caregiverId)
  const { releaseDelayHours } = config
  const held = new Set((await listHeldMoney(reader, caregiverId)).map(({ requestId }) => requestId))
  return walletLines.map(({ id, key, createdAt, category, amountCents, isReturned, ...changes }) => {
    const requestId = requestIds.get(key)
    const span = requestId === undefined ? undefined : spans.get(requestId)
    const isPayment = category === 'escrow_in'
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
      booking: span ? toBooking(span) : null,
      withdrawable_from:
        isPayment && span && !held.has(span.requestId)
          ? getWithdrawableTime(span.careEndsAt, { releaseDelayHours, firstPayoutDays }).toISOString()
          : null,
    }
  })
}
