import { mergeAdjacent, toPossibleIntervals } from '@tendwell/contract/availability/windows'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import {
  DAY_MS,
  getOffsetMs,
  HOUR_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  MINUTES_PER_DAY,
  resolveWallTime,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toMinutes,
  WEEK_MS,
  type Zone,
} from '@tendwell/contract/time'
import { or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { getOfferEndMs } from '../calendar/offers.ts'
import { freeWeeks } from '../tables.ts'

/** Hours that a family looks for: a date, or part of it, as wall time in the family's zone. */
export type WantedHours = {
  date: LocalDate
  start?: LocalTime | undefined
  end?: LocalTime | undefined
  zone: Zone
}

/** The longest slot is a day of 25 hours, when clocks go back. One hour is added for safety. */
const LONGEST_SLOT_MS = 26 * HOUR_MS

/** SQL: an instant (epoch ms) in minutes since 1970 in UTC, rounded up. */
const toMinuteUp = (ms: number) => sql`${Math.ceil(ms / MINUTE_MS)}::int`

/** SQL: all free slots. One array is unnested, because two side by side take longer. */
const FREE_SLOTS = sql`${freeWeeks}, unnest(${freeWeeks.starts}) WITH ORDINALITY AS slot (start_minute, at)`
/** SQL: when a free slot starts and ends, in minutes since 1970 in UTC. */
const START = sql`${freeWeeks.weekMinute} + slot.start_minute`
const END = sql`${freeWeeks.weekMinute} + ${freeWeeks.ends}[slot.at]`
/** SQL: when a visit through a free slot has to begin at the latest. */
const VISIT_START = sql`${freeWeeks.weekMinute} + coalesce(${freeWeeks.visitStarts}[slot.at], slot.start_minute)`

/** SQL: whether a long enough visit can begin with a free slot. */
const CAN_BEGIN = sql`${VISIT_START} = ${START}`

const MINUTES_PER_WEEK = sql.raw(`${WEEK_MS / MINUTE_MS}`)

/** The SQL condition that a slot starts in [from, to), minutes since 1970; on its week as well, for the index. */
const startsBetween = (from: SQL, to: SQL) =>
  sql`${freeWeeks.weekMinute} > ${from} - ${MINUTES_PER_WEEK} AND ${freeWeeks.weekMinute} < ${to}
    AND ${START} >= ${from} AND ${START} < ${to}`

/**
 * The SQL condition that a long enough visit through a slot can begin after the caregiver's notice, in a statement that
 * reads their profile.
 * @param minuteNow the minute now since 1970 in UTC, rounded up
 */
const keepsNotice = (minuteNow: SQL) =>
  sql`${VISIT_START} >= ${minuteNow} + ${caregiverProfiles.noticeHours} * 60`

/** Free slots of the caregiver whose profile the statement reads. */
const OWN_SLOTS = sql`${freeWeeks.caregiverId} = ${caregiverProfiles.userId}`

/**
 * The SQL condition that the caregiver of a profile is free at the wanted hours, by the same slots that their
 * booking screen offers. With both `start` and `end`, adjacent free slots must cover all of the hours, and these must
 * be as long as the caregiver's visits are at least. With one or neither, one free slot is enough with which a long enough
 * visit can begin: on the date, at `start` or later, or before `end`.
 * @returns null if no one can be free then, because the hours are over or too far ahead
 * @see docs/rules/availability.md#free-times
 */
export function isFree(wantedHours: WantedHours, now: Date): SQL | null {
  const offeredSpan = toOfferedSpan(now)
  const { date, start, end, zone } = wantedHours
  const conditions =
    start !== undefined && end !== undefined
      ? toPossibleIntervals({ date, start, end }, zone)
          .filter(({ startMs }) => startMs >= offeredSpan.startMs && startMs < offeredSpan.endMs)
          .map((hours) => coversHours(hours, now))
      : listStartIntervals(wantedHours)
          .map((startInterval) => intersect(startInterval, offeredSpan))
          .filter(({ startMs, endMs }) => startMs < endMs)
          .map((startInterval) =>
            existsFreeSlots(startInterval, now, sql`count(*) FILTER (WHERE ${CAN_BEGIN}) > 0`),
          )
  return or(...conditions) ?? null
}

/**
 * The SQL condition that the caregiver of a profile is free during all of these intervals (epoch ms): adjacent
 * offered slots cover each, and none is too short a visit.
 */
export function isFreeDuring(intervals: readonly Interval[], now: Date): SQL {
  return sql.join(
    mergeAdjacent(intervals).map((visit) => coversHours(visit, now)),
    sql` AND `,
  )
}

/**
 * The SQL condition that adjacent offered slots cover all of the hours (epoch ms), which are long enough for a visit.
 * Such slots may start before the hours, by less than the longest slot.
 */
function coversHours(hours: Interval, now: Date): SQL {
  const startTimes = intersect(
    { startMs: hours.startMs - LONGEST_SLOT_MS, endMs: hours.endMs },
    toOfferedSpan(now),
  )
  const range = sql`int4range(${toMinuteUp(hours.startMs)}, ${toMinuteUp(hours.endMs)})`
  const covers = existsFreeSlots(startTimes, now, sql`range_agg(int4range(${START}, ${END})) @> ${range}`)
  const minutes = Math.floor((hours.endMs - hours.startMs) / MINUTE_MS)
  return sql`(${caregiverProfiles.minimumVisitMinutes} <= ${minutes} AND ${covers})`
}

/**
 * The SQL condition that a caregiver's free slots that start in an interval together meet `having`. With
 * HAVING instead of WHERE, PostgreSQL evaluates it only for caregivers who meet the other conditions of the
 * search.
 */
function existsFreeSlots({ startMs, endMs }: Interval, now: Date, having: SQL): SQL {
  return sql`EXISTS (
    SELECT FROM ${FREE_SLOTS}
    WHERE ${OWN_SLOTS} AND ${startsBetween(toMinuteUp(startMs), toMinuteUp(endMs))}
      AND ${keepsNotice(toMinuteUp(now.getTime()))}
    HAVING ${having})`
}

/** The intervals in which a slot may start, for a date with a start, an end or neither. */
function listStartIntervals({ date, start, end, zone }: WantedHours): Interval[] {
  const midnightMs = toDayNumber(date) * DAY_MS
  const toInstant = (time: LocalTime) => resolveWallTime(midnightMs + toMinutes(time) * MINUTE_MS, zone)
  const limits = {
    startMs: start === undefined ? Number.NEGATIVE_INFINITY : toInstant(start),
    // An end of 00:00 is the midnight that ends the day.
    endMs: end === undefined || end === '00:00' ? Number.POSITIVE_INFINITY : toInstant(end),
  }
  return listDateIntervals(date, zone).map((interval) => intersect(interval, limits))
}

/** The real time of a date in a zone: one interval, or two where clocks go back over midnight. */
function listDateIntervals(date: LocalDate, zone: Zone): Interval[] {
  const { startMs, endMs } = toDateInterval(date, date, zone)
  // Clocks that go back over midnight show some of the date a second time, within three hours of its end.
  const latestMs = endMs + 3 * HOUR_MS
  if (getOffsetMs(startMs, zone) === getOffsetMs(latestMs, zone)) return [{ startMs, endMs }]
  // Every zone's offset is a whole number of quarter hours in the years that calendars reach.
  const stepMs = 15 * MINUTE_MS
  const quarters: Interval[] = []
  for (let ms = startMs; ms < latestMs; ms += stepMs) {
    if (toLocalDate(ms, zone) === date) quarters.push({ startMs: ms, endMs: ms + stepMs })
  }
  return mergeAdjacent(quarters)
}

/** When offered slots can start (epoch ms), but for the notice. */
function toOfferedSpan(now: Date): Interval {
  return { startMs: now.getTime(), endMs: getOfferEndMs(now.getTime()) }
}

function intersect(a: Interval, b: Interval): Interval {
  return { startMs: Math.max(a.startMs, b.startMs), endMs: Math.min(a.endMs, b.endMs) }
}

/** How many slots a caregiver's card in the search shows. */
const SLOTS_SHOWN = 3

/**
 * The SQL value of the next offered slots of the caregiver of a profile, as pairs of minutes since 1970 in UTC.
 * @param minuteNow the placeholder for the minute now since 1970 in UTC, rounded up
 */
export function selectNextFreeSlots(minuteNow: Placeholder): SQL<[number, number][]> {
  const from = sql`${minuteNow}::int`
  const aheadMinutes = sql.raw(`${REQUEST_AHEAD_MAXIMUM_DAYS * MINUTES_PER_DAY}`)
  return selectFirstSlots(startsBetween(from, sql`${from} + ${aheadMinutes}`), from)
}

/** As `selectNextFreeSlots`, but only those that match a search. */
export function selectWantedFreeSlots(wantedHours: WantedHours, now: Date): SQL<[number, number][]> {
  const matches = listSlotStarts(wantedHours).map(({ startMs, endMs, afterMs }) => {
    const startSpan = intersect({ startMs, endMs }, toOfferedSpan(now))
    const startMinutes = startsBetween(toMinuteUp(startSpan.startMs), toMinuteUp(startSpan.endMs))
    return sql`(${startMinutes} AND ${END} > ${toMinuteUp(afterMs)})`
  })
  return selectFirstSlots(or(...matches) ?? sql`false`, toMinuteUp(now.getTime()))
}

/**
 * The offered slots of some caregivers in order of time, as pairs of minutes since 1970 in UTC.
 * @param spans when the slots of each caregiver start: `minutes` from `fromMinute` on, a minute since 1970 in UTC
 * @returns the slots by caregiver
 */
export async function listFreeSlots(
  reader: Reader,
  spans: readonly { caregiverId: number; fromMinute: number }[],
  minutes: number,
): Promise<Map<number, [number, number][]>> {
  const slots = new Map<number, [number, number][]>()
  if (spans.length === 0) return slots
  const from = sql.raw('span.from_minute')
  const { rows } = await reader.execute<{ id: number; start: number; end: number }>(sql`
    SELECT span.id, ${START} AS start, ${END} AS "end"
    FROM unnest(${sql.param(spans.map(({ caregiverId }) => caregiverId))}::int[],
      ${sql.param(spans.map(({ fromMinute }) => fromMinute))}::int[]) AS span (id, from_minute), ${FREE_SLOTS}
    WHERE ${freeWeeks.caregiverId} = span.id AND ${startsBetween(from, sql`${from} + ${minutes}::int`)}
    ORDER BY span.id, start`)
  for (const { id, start, end } of rows) slots.set(id, [...(slots.get(id) ?? []), [start, end]])
  return slots
}

/**
 * The SQL value of the first slots after the caregiver's notice that meet a condition on `FREE_SLOTS` and with which a
 * long enough visit can begin.
 */
function selectFirstSlots(condition: SQL, minuteNow: SQL): SQL<[number, number][]> {
  return sql<[number, number][]>`ARRAY(
    SELECT ARRAY[${START}, ${END}] FROM ${FREE_SLOTS}
    WHERE ${OWN_SLOTS} AND ${keepsNotice(minuteNow)} AND ${CAN_BEGIN} AND (${condition})
    ORDER BY ${freeWeeks.weekMinute}, slot.start_minute LIMIT ${SLOTS_SHOWN})`
}

/**
 * The intervals in which a shown slot may start, each with the instant after which the slot must end
 * (`afterMs`). For wanted hours with a start and an end, these are the slots that overlap the hours.
 */
function listSlotStarts(wantedHours: WantedHours): (Interval & { afterMs: number })[] {
  const { date, start, end, zone } = wantedHours
  if (start !== undefined && end !== undefined) {
    return toPossibleIntervals({ date, start, end }, zone).map(({ startMs, endMs }) => ({
      startMs: startMs - LONGEST_SLOT_MS,
      endMs,
      afterMs: startMs,
    }))
  }
  return listStartIntervals(wantedHours).map((interval) => ({ ...interval, afterMs: interval.startMs }))
}
