import { type Booked, freeSlots } from '@tendwell/contract/slots'
import { DAY_MS, type Interval, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNotNull,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { type Reader, type Transaction, transact } from '../../platform/database.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { availabilityOf } from './calendar.ts'
import {
  GRID_MINUTES,
  lastPeriodAt,
  minuteRangesOf,
  openPeriodOf,
  PERIOD_MINUTES,
  periodOf,
  periodsOf,
  type Requirement,
  requirementsOf,
  spanOfPeriod,
  startsPassed,
  startsWithin,
  type Wish,
  wholeOf,
} from './open-times.ts'
import { offerEndMs, spanOf } from './schedule.ts'
import { deleteOpenPeriodsBefore, insertOccupied, lockCalendar, writeOpenPeriods } from './store.ts'
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
    const fromMs = spanOfPeriod(first).startMs
    const toMs = spanOfPeriod(end).endMs
    const owner = { id: caregiverId, timezone }
    const availability = await availabilityOf(transaction, deps, owner, { fromMs, toMs })
    // As if it were long ago: the rows stay true while time goes on, and readers leave out what has passed.
    const slots = freeSlots({ ...availability, nowMs: fromMs, fromMs, toMs })
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

/** What a statement is told each time it runs, by the names of its placeholders. */
type Values = Record<string, string | number>

/**
 * What `opensFor` has to be told of a wish. Its names say what is asked, its values alone differ from wish to wish, so
 * that a statement is made once. Null where nobody can be booked then.
 */
export function valuesOfWish(wish: Wish, now: Date): Values | null {
  const alternatives = requirementsOf(wish, now.getTime())
  if (alternatives.length === 0) return null
  return Object.assign({}, ...alternatives.map(valuesOfRequirement))
}

function valuesOfRequirement({ period, starts, whole, tooLate }: Requirement, at: number): Values {
  const values: Values = { [`period${at}`]: period }
  const told = { starts, whole, tooLate }
  for (const [name, stretch] of Object.entries(told)) {
    if (!stretch) continue
    const bits = name === 'whole' ? wholeOf(period, [stretch]) : startsWithin(period, [stretch])
    const from = bits.indexOf('1')
    const wanted = bits.slice(from, bits.lastIndexOf('1') + 1)
    values[`${name}${at}`] = name === 'whole' ? wanted : '0'.repeat(wanted.length)
    values[`${name}From${at}`] = from + 1
    values[`${name}Length${at}`] = wanted.length
    values[`${name}Minutes${at}`] = minuteRangesOf([stretch])
  }
  return values
}

/**
 * The condition that a caregiver can be booked as a family wishes, exactly as her booking screen offers it.
 * @param caregiverId the column that holds her id
 * @param told the names of the wish's values
 */
export function opensFor(caregiverId: AnyPgColumn, told: ReadonlySet<string>): SQL | undefined {
  const ways = waysOf(told).map(
    ({ isThen, byEither }) => sql`EXISTS (
      SELECT FROM ${openPeriods}
      WHERE ${openPeriods.caregiverId} = ${caregiverId} AND ${isThen} AND ${byEither})`,
  )
  return or(...ways)
}

/** What each of the ways asks of a row of `open_periods` in which a wish can come true. */
function waysOf(told: ReadonlySet<string>) {
  const ways: ReturnType<typeof conditionsOf>[] = []
  while (told.has(`period${ways.length}`)) ways.push(conditionsOf(told, ways.length))
  return ways
}

/** What a row of `open_periods` has to say, as bits or where it has none of them as minutes; by a requirement's place. */
function conditionsOf(told: ReadonlySet<string>, at: number) {
  const { period, starts, covered, oddStarts, oddCovered } = openPeriods
  const value = (name: string, type: string) => sql`${sql.placeholder(`${name}${at}`)}::${sql.raw(type)}`
  // Only the bits in question are taken out of a row: most of the work of a search by date is done here.
  const part = (bits: AnyPgColumn, name: string) =>
    sql`substring(${bits} FROM ${value(`${name}From`, 'int')} FOR ${value(`${name}Length`, 'int')})`
  const oddStart = (name: string) =>
    sql`EXISTS (SELECT FROM unnest(${oddStarts}) AS start WHERE start <@ ${value(`${name}Minutes`, 'int4multirange')})`
  const conditions = {
    starts: [sql`${part(starts, 'starts')} > ${value('starts', 'varbit')}`, oddStart('starts')],
    whole: [
      sql`${part(covered, 'whole')} = ${value('whole', 'varbit')}`,
      sql`${oddCovered} @> ${value('wholeMinutes', 'int4multirange')}`,
    ],
    tooLate: [
      sql`${part(starts, 'tooLate')} = ${value('tooLate', 'varbit')}`,
      sql`NOT ${oddStart('tooLate')}`,
    ],
  } as const
  const asked = Object.entries(conditions).filter(([name]) => told.has(`${name}${at}`))
  const byBits = and(...asked.map(([, [ofBits]]) => ofBits))
  const byMinutes = and(...asked.map(([, [, ofMinutes]]) => ofMinutes))
  const itsPeriod = value('period', 'int')
  return {
    period: itsPeriod,
    isThen: sql`${period} = ${itsPeriod}`,
    byBits,
    byMinutes,
    byEither: sql`CASE WHEN ${oddStarts} IS NULL THEN ${byBits} ELSE ${byMinutes} END`,
  }
}

/**
 * A row for each listed caregiver who can be booked as a family wishes, where nothing else is asked: it takes no look
 * at the profiles. Undefined where the wish can come true in two ways, which could count someone twice.
 * @param told the names of the wish's values
 */
export function listedOpenFor(reader: Reader, told: ReadonlySet<string>) {
  const [way, another] = waysOf(told)
  if (!way || another) return undefined
  const { isListed, oddStarts } = openPeriods
  const rows = (...conditions: (SQL | undefined)[]) =>
    reader
      .select({ one: sql`1` })
      .from(openPeriods)
      .where(and(way.isThen, sql`${isListed}`, ...conditions))
  // Rows of minutes have no bits, so none of them is found by bits.
  return rows(way.byBits).unionAll(rows(isNotNull(oddStarts), way.byMinutes))
}

/**
 * Those of some caregivers who can be booked as a family wishes. Their calendars are found by one walk through an index,
 * which takes a third of looking for one after the other.
 * @param told the names of the wish's values
 * @param ids of caregivers, a query's one column
 */
export function openAmong(reader: Reader, told: ReadonlySet<string>, ids: SQLWrapper) {
  const { caregiverId, period } = openPeriods
  const ways = waysOf(told)
  // Said beside the ways as well: of two that are joined by OR, none would find the index.
  const periods = sql.join(
    ways.map((way) => way.period),
    sql`, `,
  )
  const id = { id: caregiverId }
  return (ways.length > 1 ? reader.selectDistinct(id) : reader.select(id))
    .from(openPeriods)
    .where(
      and(
        sql`${period} IN (${periods}) AND ${caregiverId} = ANY(ARRAY(${ids}))`,
        or(...ways.map((way) => and(way.isThen, way.byEither))),
      ),
    )
}

/** What `nextOpening` has to be told. */
export function valuesOfNextOpening(now: Date): Values {
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
  await transact(deps.database, async (transaction) => {
    const calendar = await lockCalendar(transaction, caregiverId, 'update')
    if (calendar) await refreshOpenTimes(transaction, deps, calendar)
  })
}

/** Lets all calendars reach as far as requests do, day after day; one that is behind is found again next time. */
export async function extendOpenTimes(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  let last = 0
  for (;;) {
    const ids = await behindAfter(deps, last)
    for (const id of ids) await reopen(deps, id)
    if (ids.length < BATCH) return
    last = ids.at(-1) as number
  }
}
