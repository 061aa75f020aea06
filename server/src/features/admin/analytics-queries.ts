import type { AnalyticsSummary, EngagementItem, RevenueItem } from '@tendwell/contract/admin'
import { usdFromCents } from '@tendwell/contract/money'
import { addDays, type LocalDate } from '@tendwell/contract/time'
import { and, between, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database.ts'
import { dayStart } from '../../platform/days.ts'
import { activeMonths } from '../accounts/index.ts'
import { requests } from '../bookings/index.ts'
import { conversations, messages } from '../chat/index.ts'
import { dailyRevenue } from '../ledger/index.ts'
import {
  type Asked,
  before,
  changePct,
  dayBitsOf,
  lengthOf,
  type MonthPart,
  monthStart,
  monthsOf,
  type Period,
  periodOf,
  weekOf,
  yearToDate,
} from './analytics.ts'
import { analyticsDays, analyticsMonths } from './tables.ts'

function todayOf({ clock }: Pick<Deps, 'clock'>): LocalDate {
  return clock.now().toISOString().slice(0, 10)
}

/** The console's figures (decisions §9), each change against the period before; four statements. */
export async function summaryOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  asked: Asked,
): Promise<AnalyticsSummary> {
  const { database } = deps
  const period = periodOf(asked, todayOf(deps))
  const week = weekOf(period)
  const year = yearToDate(period)
  const earliest = [before(period).from, year.from].sort()[0] as LocalDate
  const active = await activeUsers(database, period)
  const bookings = await paidRequests(database, week)
  const revenue = await revenueOn(database, { from: earliest, to: period.to })
  const total = sumOf(revenue, period)
  return {
    active_users: active.now,
    active_users_change_pct: changePct(active.before, active.now),
    weekly_bookings: bookings.now,
    weekly_bookings_change_pct: changePct(bookings.before, bookings.now),
    revenue_total: usdFromCents(total),
    revenue_change_pct: changePct(sumOf(revenue, before(period)), total),
    yearly_revenue_total: usdFromCents(sumOf(revenue, year)),
    average_revenue: usdFromCents(Math.round(total / lengthOf(period))),
  }
}

type Compared = { now: number; before: number }

/** That a person made a call on one of a period's days, by a row of `active_months`: only its ends cut months. */
function wasActive(period: Period): SQL {
  const bits = dayBitsOf(period)
  const [first, last] = [bits[0], bits.at(-1)]
  if (!first || !last) return sql`false`
  return sql`(month BETWEEN ${first.month} AND ${last.month}
    AND days & CASE month WHEN ${first.month} THEN ${first.days}::int WHEN ${last.month} THEN ${last.days}::int ELSE -1 END <> 0)`
}

/** Distinct people with an authenticated call in a period (bit 0 of what each did) and in the one before (bit 1). */
async function activeUsers(reader: Reader, period: Period): Promise<Compared> {
  const earlier = before(period)
  const { rows } = await reader.execute<Compared>(sql`
    WITH people AS (
      SELECT bit_or(${wasActive(period)}::int | (${wasActive(earlier)}::int << 1)) AS periods
      FROM ${activeMonths}
      WHERE month BETWEEN ${monthStart(earlier.from, 0)} AND ${monthStart(period.to, 0)} GROUP BY user_id)
    SELECT count(*) FILTER (WHERE periods & 1 <> 0)::int AS now, count(*) FILTER (WHERE periods & 2 <> 0)::int AS before
    FROM people`)
  return rows[0] ?? { now: 0, before: 0 }
}

/** Requests paid in a period and in the one before. */
async function paidRequests(reader: Reader, period: Period): Promise<Compared> {
  const start = dayStart(period.from)
  const [row] = await reader
    .select({
      now: sql<number>`(count(*) FILTER (WHERE ${gte(requests.paidAt, start)}))::int`,
      before: sql<number>`(count(*) FILTER (WHERE ${lt(requests.paidAt, start)}))::int`,
    })
    .from(requests)
    .where(
      and(gte(requests.paidAt, dayStart(before(period).from)), lt(requests.paidAt, dayStart(period.to, 1))),
    )
  return row ?? { now: 0, before: 0 }
}

type DayRevenue = Map<LocalDate, number>

/** Cents paid less cents refunded on each day of a period: what is kept of days that are over, and the rest anew. */
async function revenueOn(reader: Reader, period: Period): Promise<DayRevenue> {
  const kept = await reader
    .select({ day: analyticsDays.day, cents: analyticsDays.revenueCents })
    .from(analyticsDays)
    .where(between(analyticsDays.day, period.from, period.to))
    .orderBy(analyticsDays.day)
  const [firstKept, lastKept] = [kept[0]?.day, kept.at(-1)?.day]
  // Days are kept without a gap, so what is not kept lies before the first and after the last.
  const live = await dailyRevenue(reader, [
    ...spanOf(period.from, firstKept ? addDays(firstKept, -1) : period.to),
    ...(lastKept ? spanOf(addDays(lastKept, 1), period.to) : []),
  ])
  return new Map([...kept, ...live].map(({ day, cents }) => [day, cents]))
}

/** The instants of some days, both included; nothing where there are none. */
function spanOf(from: LocalDate, to: LocalDate): { from: Date; to: Date }[] {
  return from > to ? [] : [{ from: dayStart(from), to: dayStart(to, 1) }]
}

function sumOf(revenue: DayRevenue, { from, to }: Period): number {
  let cents = 0
  for (const [day, dayCents] of revenue) if (day >= from && day <= to) cents += dayCents
  return cents
}

/** Distinct families and caregivers with a request or message, a month each (decisions §9); two statements. */
export async function engagementOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  asked: Asked,
): Promise<EngagementItem[]> {
  const { database } = deps
  const months = monthsOf(asked, todayOf(deps))
  const whole = months.filter(({ isWhole }) => isWhole).map(({ from }) => from)
  const kept = await database.select().from(analyticsMonths).where(inArray(analyticsMonths.month, whole))
  const known = new Map(kept.map((row) => [row.month, row]))
  const unknown = months.filter(({ isWhole, from }) => !isWhole || !known.has(from))
  const counted = new Map((await engagedIn(database, unknown)).map((row) => [row.from, row]))
  return months.map(({ from, label }) => {
    const { caretakers = 0, caregivers = 0 } = counted.get(from) ?? known.get(from) ?? {}
    return { label, caretakers, caregivers }
  })
}

type Engaged = { from: LocalDate; caretakers: number; caregivers: number }

/** Counts the distinct people of each of some periods anew. */
export async function engagedIn(reader: Reader, periods: readonly Period[]): Promise<Engaged[]> {
  if (periods.length === 0) return []
  const bounds = periods.map(({ from, to }) => ({
    from,
    starts_at: dayStart(from).toISOString(),
    ends_at: dayStart(to, 1).toISOString(),
  }))
  const { rows } = await reader.execute<Engaged>(sql`
    SELECT period."from", people.caretakers, people.caregivers
    FROM jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb)
      AS period ("from" text, starts_at timestamptz, ends_at timestamptz)
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT caretaker_id)::int AS caretakers, count(DISTINCT caregiver_id)::int AS caregivers
      FROM (
        SELECT caretaker_id, caregiver_id FROM ${requests}
        WHERE submitted_at >= period.starts_at AND submitted_at < period.ends_at
        UNION ALL
        SELECT CASE sender WHEN 'caretaker' THEN caretaker_id END, CASE sender WHEN 'caregiver' THEN caregiver_id END
        FROM ${messages} AS message JOIN ${conversations} AS talk ON talk.id = message.conversation_id
        WHERE message.created_at >= period.starts_at AND message.created_at < period.ends_at) AS engaged) AS people`)
  return rows
}

/** Revenue a month in thousands of dollars. */
export async function revenueOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  asked: Asked,
): Promise<RevenueItem[]> {
  const months = monthsOf(asked, todayOf(deps))
  const first = months[0]
  const last = months.at(-1)
  if (!first || !last) return []
  const revenue = await revenueOn(deps.database, { from: first.from, to: last.to })
  return months.map((month: MonthPart) => ({
    label: month.label,
    revenue: usdFromCents(Math.round(sumOf(revenue, month) / 1_000)),
  }))
}
