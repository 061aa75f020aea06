import { type Booked, listFreeSlots } from '@tendwell/contract/slots'
import { DAY_MS, type Interval, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, asc, eq, exists, gt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { availabilityOf } from './calendar.ts'
import {
  GRID_MINUTES,
  LONGEST_SLOT_MS,
  lastPeriodAt,
  minuteRangesOf,
  openPeriodOf,
  PERIOD_MINUTES,
  periodOf,
  periodsOf,
  spanOfPeriod,
  startsPassed,
} from './open-times.ts'
import { offerEndMs, spanOf } from './schedule.ts'
import {
  deleteOpenBlocksBefore,
  deleteOpenPeriodsBefore,
  insertOccupied,
  lockCalendar,
  writeOpenPeriods,
} from './store.ts'
import { availabilityOverrides, availabilityRules, openPeriods } from './tables.ts'

/** Periods whose slots are made at once: less than the slot function allows. */
const PERIODS_AT_ONCE = 28
/** A slot and its buffer may reach so far beyond what has changed. */
const REACH_DAYS = 2
/** Caregivers whose calendars are looked through by one statement of the rolling job. */
const BATCH = 200

type Owner = { caregiverId: number; timezone: Zone }

/**
 * Writes anew what a caregiver has free, from her hours, time off and bookings as this transaction sees them; her
 * calendar is locked for update. To be called with every change of these.
 * @param touched the only stretch (epoch ms) in which anything changed; all of the time ahead where absent
 */
export async function refreshOpenTimes(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId, timezone }: Owner,
  touched?: Interval,
): Promise<void> {
  const nowMs = deps.clock.now().getTime()
  const kept = { first: periodOf(nowMs), last: lastPeriodAt(nowMs) }
  const changed = touched
    ? periodsOf({
        startMs: touched.startMs - REACH_DAYS * DAY_MS,
        endMs: touched.endMs + REACH_DAYS * DAY_MS,
      })
    : kept
  const last = Math.min(changed.last, kept.last)
  for (let first = Math.max(changed.first, kept.first); first <= last; first += PERIODS_AT_ONCE) {
    const end = Math.min(last, first + PERIODS_AT_ONCE - 1)
    const fromMs = spanOfPeriod(first).startMs - LONGEST_SLOT_MS
    const toMs = spanOfPeriod(end).endMs
    const owner = { id: caregiverId, timezone }
    const availability = await availabilityOf(transaction, deps, owner, { fromMs, toMs })
    // As if it were long ago: the rows stay true while time goes on, and readers leave out what has passed.
    const slots = listFreeSlots({ ...availability, nowMs: fromMs, fromMs, toMs })
    const periods = Array.from({ length: end - first + 1 }, (_, at) => first + at)
    await writeOpenPeriods(
      transaction,
      caregiverId,
      periods.map((period) => openPeriodOf(period, slots)),
    )
  }
  await deleteOpenPeriodsBefore(transaction, caregiverId, kept.first)
}

/**
 * Takes hours of a caregiver with the rest after them, in epoch ms; from then on nobody is offered them. Her calendar
 * is locked for update.
 * @returns the ids of the taken times, in the order of the intervals
 * @throws AppError 409 `hours_taken` when the database refuses hours that overlap others or their rest; the
 * transaction is then lost
 */
export async function occupy(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiverId: number,
  intervals: readonly Booked[],
): Promise<number[]> {
  const ids = await insertOccupied(transaction, caregiverId, intervals)
  const calendar = await lockCalendar(transaction, caregiverId, 'update')
  if (calendar) await refreshOpenTimes(transaction, deps, calendar, spanOf(intervals))
  return ids
}

/** What `nextOpening` has to be told. */
export function valuesOfNextOpening(now: Date): Record<string, string | number> {
  const nowMs = now.getTime()
  const current = periodOf(nowMs)
  const ahead = { startMs: nowMs, endMs: offerEndMs(nowMs) }
  return {
    currentPeriod: current,
    lastPeriod: lastPeriodAt(nowMs),
    passed: startsPassed(nowMs),
    aheadMinutes: minuteRangesOf([ahead]),
    aheadEnd: Math.ceil(ahead.endMs / MINUTE_MS),
  }
}

/**
 * The start of the first slot that a family can be offered, as minutes since 1970 in UTC; null where there is none.
 * The statement is told `valuesOfNextOpening`.
 * @param caregiverId the column that holds her id
 */
export function nextOpening(caregiverId: AnyPgColumn): SQL<number | null> {
  const current = sql`${sql.placeholder('currentPeriod')}::int`
  const passed = sql`(CASE WHEN ${openPeriods.period} = ${current} THEN ${sql.placeholder('passed')}::int ELSE 0 END)`
  const starts = sql`substring(${openPeriods.starts} FROM ${passed} + 1)`
  const oddStart = sql`(SELECT min(start) FROM unnest(${openPeriods.oddStarts}) AS start
    WHERE start <@ ${sql.placeholder('aheadMinutes')}::int4multirange)`
  const first = sql`CASE WHEN ${openPeriods.oddStarts} IS NOT NULL THEN ${oddStart}
    WHEN bit_count(${starts}) > 0 THEN ${openPeriods.period} * ${sql.raw(String(PERIOD_MINUTES))}
      + (${passed} + position(B'1' IN ${starts}) - 1) * ${sql.raw(String(GRID_MINUTES))} END`
  return sql<number | null>`(
    SELECT opening FROM (
      SELECT ${openPeriods.period}, ${first} AS opening FROM ${openPeriods}
      WHERE ${openPeriods.caregiverId} = ${caregiverId}
        AND ${openPeriods.period} BETWEEN ${current} AND ${sql.placeholder('lastPeriod')}::int
    ) AS openings WHERE opening < ${sql.placeholder('aheadEnd')}::int ORDER BY period LIMIT 1)`
}

/** Those who have hours, but not yet for the last period that is kept. @returns at most BATCH, by id */
async function behindAfter(deps: Pick<Deps, 'database' | 'clock'>, id: number): Promise<number[]> {
  const { database, clock } = deps
  const own = caregiverProfiles.userId
  const hasRules = database
    .select({ one: sql`1` })
    .from(availabilityRules)
    .where(eq(availabilityRules.caregiverId, own))
  const hasDays = database
    .select({ one: sql`1` })
    .from(availabilityOverrides)
    .where(eq(availabilityOverrides.caregiverId, own))
  const isKept = database
    .select({ one: sql`1` })
    .from(openPeriods)
    .where(and(eq(openPeriods.caregiverId, own), eq(openPeriods.period, lastPeriodAt(clock.now().getTime()))))
  const rows = await database
    .select({ id: own })
    .from(caregiverProfiles)
    .where(and(gt(own, id), notExists(isKept), or(exists(hasRules), exists(hasDays))))
    .orderBy(asc(own))
    .limit(BATCH)
  return rows.map((row) => row.id)
}

/** Writes a caregiver's free hours anew. Nothing happens for who is no caregiver. */
export async function reopen(deps: Pick<Deps, 'clock' | 'database'>, caregiverId: number): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const calendar = await lockCalendar(transaction, caregiverId, 'update')
    if (calendar) await refreshOpenTimes(transaction, deps, calendar)
  })
}

/**
 * Lets all calendars reach as far as requests do, day after day, and forgets the days that are over; a calendar that is
 * behind is found again next time.
 */
export async function extendOpenTimes(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const { startMs } = spanOfPeriod(periodOf(deps.clock.now().getTime()))
  await withTransaction(deps.database, (transaction) => deleteOpenBlocksBefore(transaction, startMs / DAY_MS))
  let last = 0
  for (;;) {
    const ids = await behindAfter(deps, last)
    for (const id of ids) await reopen(deps, id)
    if (ids.length < BATCH) return
    last = ids.at(-1) as number
  }
}
