import type { AnalyticsSummary, EngagementItem, RevenueItem } from '@tendwell/contract/console/users'
import { usdFromCents } from '@tendwell/contract/money'
import { addDays, type LocalDate } from '@tendwell/contract/time'
import { and, between, desc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { requests } from '../../bookings/index.ts'
import { conversations, messages } from '../../chat/index.ts'
import { type DailyRevenue, listDailyRevenue } from '../../ledger/index.ts'
import { activeMonths } from '../../sign-in/index.ts'
import { analyticsDays, analyticsMonths, analyticsReturns } from '../tables.ts'
import {
  calculateChangePct,
  countDays,
  type DateRange,
  listBuckets,
  type Period,
  requirePeriod,
  type SeriesRange,
  toDayMasks,
  toLastWeek,
  toPreviousPeriod,
  toYearToDate,
} from './periods.ts'

function getToday({ clock }: Pick<Deps, 'clock'>): LocalDate {
  return clock.now().toISOString().slice(0, 10)
}

/**
 * The summary of a period, compared with the period of the same length before it. Support get no figures of
 * money.
 * @see docs/rules/console.md#analytics
 */
export async function getSummary(
  deps: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Actor,
  range: DateRange,
): Promise<AnalyticsSummary> {
  const { database } = deps
  const period = requirePeriod(range, getToday(deps))
  const previous = toPreviousPeriod(period)
  const year = toYearToDate(period)
  const earliestDay = [previous.from, year.from].sort()[0] as LocalDate
  const activeUsers = await countActiveUsers(database, period)
  const weekBookings = await countPaidRequests(database, toLastWeek(period))
  const figures = {
    date_from: period.from,
    date_to: period.to,
    active_users: activeUsers.current,
    active_users_change_pct: calculateChangePct(activeUsers.previous, activeUsers.current),
    weekly_bookings: weekBookings.current,
    weekly_bookings_change_pct: calculateChangePct(weekBookings.previous, weekBookings.current),
  }
  if (staffRole === 'support') return { ...figures, ...NO_MONEY }
  const revenue = await listRevenue(database, { from: earliestDay, to: period.to })
  const periodRevenue = sumRevenue(revenue, period)
  const previousRevenue = sumRevenue(revenue, previous)
  const yearRevenue = sumRevenue(revenue, year)
  return {
    ...figures,
    revenue_total: usdFromCents(periodRevenue.cents),
    revenue_change_pct: calculateChangePct(previousRevenue.cents, periodRevenue.cents),
    yearly_revenue_total: usdFromCents(yearRevenue.cents),
    average_revenue: usdFromCents(Math.round(periodRevenue.cents / countDays(period))),
    fees_total: usdFromCents(periodRevenue.feeCents),
    fees_change_pct: calculateChangePct(previousRevenue.feeCents, periodRevenue.feeCents),
    yearly_fees_total: usdFromCents(yearRevenue.feeCents),
  }
}

/** The figures of money, for support, who don't see them. */
const NO_MONEY = {
  revenue_total: null,
  revenue_change_pct: null,
  yearly_revenue_total: null,
  average_revenue: null,
  fees_total: null,
  fees_change_pct: null,
  yearly_fees_total: null,
}

type Comparison = { current: number; previous: number }

/**
 * The SQL condition that a row of `active_months` has an active day in the period. Only the first and last
 * month need a mask. All days of the months between them count, by -1, which has all bits set.
 */
function wasActiveIn(period: Period): SQL {
  const masks = toDayMasks(period)
  const [firstMask, lastMask] = [masks[0], masks.at(-1)]
  if (!firstMask || !lastMask) return sql`false`
  return sql`(month BETWEEN ${firstMask.month} AND ${lastMask.month}
    AND days & CASE month WHEN ${firstMask.month} THEN ${firstMask.days}::int WHEN ${lastMask.month} THEN ${lastMask.days}::int ELSE -1 END <> 0)`
}

/** Counts the people who used the product in a period, and in the period of the same length before it. */
async function countActiveUsers(reader: Reader, period: Period): Promise<Comparison> {
  const lastStored = await findLastStoredDay(reader)
  const { rows } = await reader.execute<Comparison>(sql`
    SELECT ${selectActive(period, lastStored)} AS current,
      ${selectActive(toPreviousPeriod(period), lastStored)} AS previous`)
  return rows[0] ?? { current: 0, previous: 0 }
}

/**
 * The SQL value of how many people were active in a period: those whose first day in it is stored, and those
 * who were active only on its days that are not stored yet.
 */
function selectActive({ from, to }: Period, lastStored: LocalDate | null): SQL {
  const storedTo = lastStored ?? addDays(from, -1)
  const unstored = { from: storedTo < from ? from : addDays(storedTo, 1), to }
  return sql`(
    (SELECT coalesce(sum(people), 0) FROM ${analyticsReturns}
      WHERE day BETWEEN ${from} AND ${storedTo < to ? storedTo : to} AND previous_day < ${from})
    + (SELECT count(DISTINCT user_id) FROM ${activeMonths} AS recent
      WHERE ${wasActiveIn(unstored)} AND NOT EXISTS (
        SELECT FROM ${activeMonths} AS earlier
        WHERE earlier.user_id = recent.user_id AND ${wasActiveIn({ from, to: storedTo })})))::int`
}

/** Counts the requests that were paid in a period, and in the period of the same length before it. */
async function countPaidRequests(reader: Reader, period: Period): Promise<Comparison> {
  const start = dayStart(period.from)
  const [row] = await reader
    .select({
      current: sql<number>`(count(*) FILTER (WHERE ${gte(requests.paidAt, start)}))::int`,
      previous: sql<number>`(count(*) FILTER (WHERE ${lt(requests.paidAt, start)}))::int`,
    })
    .from(requests)
    .where(
      and(
        gte(requests.paidAt, dayStart(toPreviousPeriod(period).from)),
        lt(requests.paidAt, dayStart(period.to, 1)),
      ),
    )
  return row ?? { current: 0, previous: 0 }
}

/**
 * The revenue of a period's days: as it is stored, or else summed from the ledger. Days without revenue may
 * be left out.
 */
async function listRevenue(reader: Reader, period: Period): Promise<DailyRevenue[]> {
  const storedDays = await reader
    .select({ day: analyticsDays.day, cents: analyticsDays.revenueCents, feeCents: analyticsDays.feeCents })
    .from(analyticsDays)
    .where(between(analyticsDays.day, period.from, period.to))
    .orderBy(analyticsDays.day)
  const [firstStored, lastStored] = [storedDays[0]?.day, storedDays.at(-1)?.day]
  // Days are stored without gaps, so only days before the first and after the last one are not stored.
  const summedDays = await listDailyRevenue(reader, [
    ...toSpans(period.from, firstStored ? addDays(firstStored, -1) : period.to),
    ...(lastStored ? toSpans(addDays(lastStored, 1), period.to) : []),
  ])
  return [...storedDays, ...summedDays]
}

/**
 * @returns one span of time from the beginning of `from` to the end of `to`; none if `to` is before `from`
 */
function toSpans(from: LocalDate, to: LocalDate): { from: Date; to: Date }[] {
  return from > to ? [] : [{ from: dayStart(from), to: dayStart(to, 1) }]
}

/** Sums the revenue of the days in a period. */
function sumRevenue(revenue: readonly DailyRevenue[], { from, to }: Period): Omit<DailyRevenue, 'day'> {
  const sums = { cents: 0, feeCents: 0 }
  for (const { day, cents, feeCents } of revenue) {
    if (day < from || day > to) continue
    sums.cents += cents
    sums.feeCents += feeCents
  }
  return sums
}

/**
 * Counts distinct families and caregivers with a request, or a message they wrote, in each day, week or
 * month.
 * @see docs/rules/console.md#analytics
 */
export async function listEngagement(
  deps: Pick<Deps, 'clock' | 'database'>,
  range: SeriesRange,
): Promise<EngagementItem[]> {
  const { database } = deps
  const buckets = listBuckets(range, getToday(deps))
  const wholeMonths = buckets.filter(({ isWholeMonth }) => isWholeMonth).map(({ from }) => from)
  const storedMonths = await database
    .select()
    .from(analyticsMonths)
    .where(inArray(analyticsMonths.month, wholeMonths))
  const storedByStart = new Map(storedMonths.map((row) => [row.month, row]))
  const uncountedBuckets = buckets.filter(
    ({ isWholeMonth, from }) => !isWholeMonth || !storedByStart.has(from),
  )
  const countedByStart = new Map(
    (await countEngaged(database, uncountedBuckets)).map((row) => [row.from, row]),
  )
  return buckets.map(({ from, to, label }) => {
    const { caretakers = 0, caregivers = 0 } = countedByStart.get(from) ?? storedByStart.get(from) ?? {}
    return { label, date_from: from, date_to: to, caretakers, caregivers }
  })
}

type EngagedCounts = { from: LocalDate; caretakers: number; caregivers: number }

/** Counts distinct families and caregivers with a request, or a message they wrote, in each period. */
export async function countEngaged(reader: Reader, periods: readonly Period[]): Promise<EngagedCounts[]> {
  if (periods.length === 0) return []
  const bounds = periods.map(({ from, to }) => ({
    from,
    starts_at: dayStart(from).toISOString(),
    ends_at: dayStart(to, 1).toISOString(),
  }))
  const { rows } = await reader.execute<EngagedCounts>(sql`
    SELECT period."from", people.caretakers, people.caregivers
    FROM jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb)
      AS period ("from" text, starts_at timestamptz, ends_at timestamptz)
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT family_id)::int AS caretakers, count(DISTINCT caregiver_id)::int AS caregivers
      FROM (
        SELECT family_id, caregiver_id FROM ${requests}
        WHERE submitted_at >= period.starts_at AND submitted_at < period.ends_at
        UNION ALL
        SELECT CASE sender WHEN 'caretaker' THEN family_id END, CASE sender WHEN 'caregiver' THEN caregiver_id END
        FROM ${messages} AS message JOIN ${conversations} AS talk ON talk.id = message.conversation_id
        WHERE message.created_at >= period.starts_at AND message.created_at < period.ends_at) AS engaged) AS people`)
  return rows
}

/** @returns the revenue and fees of each day, week or month. @see docs/rules/console.md#analytics */
export async function listRevenueSeries(
  deps: Pick<Deps, 'clock' | 'database'>,
  range: SeriesRange,
): Promise<RevenueItem[]> {
  const buckets = listBuckets(range, getToday(deps))
  const [firstBucket, lastBucket] = [buckets[0], buckets.at(-1)]
  if (!firstBucket || !lastBucket) return []
  const revenue = await listRevenue(deps.database, { from: firstBucket.from, to: lastBucket.to })
  return buckets.map((bucket) => {
    const { cents, feeCents } = sumRevenue(revenue, bucket)
    return {
      label: bucket.label,
      date_from: bucket.from,
      date_to: bucket.to,
      // In thousands of dollars.
      revenue: usdFromCents(Math.round(cents / 1_000)),
      volume_usd: usdFromCents(cents),
      fees_usd: usdFromCents(feeCents),
    }
  })
}

/** @returns the last UTC day whose figures are stored */
export async function findLastStoredDay(reader: Reader): Promise<LocalDate | null> {
  const [lastDay] = await reader
    .select({ day: analyticsDays.day })
    .from(analyticsDays)
    .orderBy(desc(analyticsDays.day))
    .limit(1)
  return lastDay?.day ?? null
}

/** @returns the first day of the first month in which somebody was active */
export async function findFirstActiveMonth(reader: Reader): Promise<LocalDate | null> {
  const [firstMonth] = await reader
    .select({ month: activeMonths.month })
    .from(activeMonths)
    .orderBy(activeMonths.month)
    .limit(1)
  return firstMonth?.month ?? null
}

/** @returns the first day of the last month whose engagement is stored */
export async function findLastStoredMonth(reader: Reader): Promise<LocalDate | null> {
  const [lastMonth] = await reader
    .select({ month: analyticsMonths.month })
    .from(analyticsMonths)
    .orderBy(desc(analyticsMonths.month))
    .limit(1)
  return lastMonth?.month ?? null
}
