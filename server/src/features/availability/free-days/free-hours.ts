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
  type Zone,
} from '@tendwell/contract/time'
import { or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { getOfferEndMs } from '../calendar/offers.ts'
import { freeDays } from '../tables.ts'

/** Hours that a family looks for: a date, or part of it, as wall time in the family's zone. */
export type WantedHours = {
  date: LocalDate
  start?: LocalTime | undefined
  end?: LocalTime | undefined
  zone: Zone
}

/** The longest slot is a day of 25 hours, when clocks go back. One hour is added for safety. */
const LONGEST_SLOT_MS = 26 * HOUR_MS

/** An instant in minutes since 1970 in UTC, rounded up. */
const toMinuteUp = (ms: number) => Math.ceil(ms / MINUTE_MS)

/**
 * The SQL condition that a caregiver is free at the wanted hours, by the same slots that their booking screen
 * offers. With both `start` and `end`, adjacent free slots must cover all of the hours. With one
 * or neither, one free slot is enough: it must start on the date, at `start` or later, or before `end`.
 * @param caregiverId the column with the caregiver's user id
 * @returns null if no one can be free then, because the hours are over or too far ahead
 * @see docs/rules/availability.md#free-times
 */
export function isFree(caregiverId: AnyPgColumn, wantedHours: WantedHours, now: Date): SQL | null {
  const nowMs = now.getTime()
  const offeredSpan = { startMs: nowMs, endMs: getOfferEndMs(nowMs) }
  const { date, start, end, zone } = wantedHours
  const conditions =
    start !== undefined && end !== undefined
      ? toPossibleIntervals({ date, start, end }, zone)
          .filter(({ startMs }) => startMs >= offeredSpan.startMs && startMs < offeredSpan.endMs)
          .map((hours) => coversHours(caregiverId, hours, offeredSpan))
      : listStartIntervals(wantedHours)
          .map((startInterval) => intersect(startInterval, offeredSpan))
          .filter(({ startMs, endMs }) => startMs < endMs)
          .map((startInterval) => existsFreeSlots(caregiverId, startInterval, sql`count(*) > 0`))
  return or(...conditions) ?? null
}

/**
 * The SQL condition that a caregiver is free during all of these intervals (epoch ms): adjacent offered slots
 * cover each.
 * @param caregiverId the column with the caregiver's user id
 */
export function isFreeDuring(caregiverId: AnyPgColumn, intervals: readonly Interval[], now: Date): SQL {
  const offeredSpan = { startMs: now.getTime(), endMs: getOfferEndMs(now.getTime()) }
  return sql.join(
    intervals.map((interval) => coversHours(caregiverId, interval, offeredSpan)),
    sql` AND `,
  )
}

/**
 * The SQL condition that adjacent offered slots cover all of the hours (epoch ms). Such slots may start
 * before the hours, by less than the longest slot.
 */
function coversHours(caregiverId: AnyPgColumn, hours: Interval, offeredSpan: Interval): SQL {
  const startTimes = intersect({ startMs: hours.startMs - LONGEST_SLOT_MS, endMs: hours.endMs }, offeredSpan)
  const range = sql`int4range(${toMinuteUp(hours.startMs)}::int, ${toMinuteUp(hours.endMs)}::int)`
  return existsFreeSlots(
    caregiverId,
    startTimes,
    sql`range_agg(int4range(slot.start_minute, slot.end_minute)) @> ${range}`,
  )
}

/**
 * The SQL condition that a caregiver's free slots that start in an interval together meet `having`. With
 * HAVING instead of WHERE, PostgreSQL evaluates it only for caregivers who meet the other conditions of the
 * search.
 */
function existsFreeSlots(caregiverId: AnyPgColumn, { startMs, endMs }: Interval, having: SQL): SQL {
  return sql`EXISTS (
    SELECT FROM ${freeDays}, unnest(${freeDays.starts}, ${freeDays.ends}) AS slot (start_minute, end_minute)
    WHERE ${freeDays.caregiverId} = ${caregiverId}
      AND ${freeDays.day} BETWEEN ${toLocalDate(startMs, 'UTC')} AND ${toLocalDate(endMs - 1, 'UTC')}
      AND slot.start_minute >= ${toMinuteUp(startMs)}::int AND slot.start_minute < ${toMinuteUp(endMs)}::int
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

function intersect(a: Interval, b: Interval): Interval {
  return { startMs: Math.max(a.startMs, b.startMs), endMs: Math.min(a.endMs, b.endMs) }
}

/** How many slots a caregiver's card in the search shows. */
const SLOTS_SHOWN = 3

/**
 * The SQL value of a caregiver's next offered slots as pairs of minutes since 1970 in UTC.
 * @param caregiverId the column with the caregiver's user id
 * @param minuteNow the placeholder for the minute now since 1970 in UTC, rounded up
 */
export function selectNextFreeSlots(
  caregiverId: AnyPgColumn,
  minuteNow: Placeholder,
): SQL<[number, number][]> {
  const minute = sql`${minuteNow}::int`
  const days = sql`${REQUEST_AHEAD_MAXIMUM_DAYS}::int`
  const minutesPerDay = sql`${MINUTES_PER_DAY}::int`
  const day = sql`DATE '1970-01-01' + ${minute} / ${minutesPerDay}`
  return selectFirstSlots(
    caregiverId,
    sql`${freeDays.day} BETWEEN ${day} AND ${day} + ${days}
      AND slot.start_minute >= ${minute} AND slot.start_minute < ${minute} + ${days} * ${minutesPerDay}`,
  )
}

/**
 * As `selectNextFreeSlots`, but only those that match a search.
 * @param caregiverId the column with the caregiver's user id
 */
export function selectWantedFreeSlots(
  caregiverId: AnyPgColumn,
  wantedHours: WantedHours,
  now: Date,
): SQL<[number, number][]> {
  const offeredSpan = { startMs: now.getTime(), endMs: getOfferEndMs(now.getTime()) }
  const matches = listSlotStarts(wantedHours).map(({ startMs, endMs, afterMs }) => {
    const startSpan = intersect({ startMs, endMs }, offeredSpan)
    return sql`(${freeDays.day} BETWEEN ${toLocalDate(startSpan.startMs, 'UTC')} AND ${toLocalDate(startSpan.endMs, 'UTC')}
      AND slot.start_minute >= ${toMinuteUp(startSpan.startMs)}::int AND slot.start_minute < ${toMinuteUp(startSpan.endMs)}::int
      AND slot.end_minute > ${toMinuteUp(afterMs)}::int)`
  })
  return selectFirstSlots(caregiverId, or(...matches) ?? sql`false`)
}

/** The SQL value of the first of a caregiver's slots that meet a condition on `free_days` and `slot`. */
function selectFirstSlots(caregiverId: AnyPgColumn, condition: SQL): SQL<[number, number][]> {
  return sql<[number, number][]>`ARRAY(
    SELECT ARRAY[slot.start_minute, slot.end_minute]
    FROM ${freeDays}, unnest(${freeDays.starts}, ${freeDays.ends}) AS slot (start_minute, end_minute)
    WHERE ${freeDays.caregiverId} = ${caregiverId} AND (${condition})
    ORDER BY ${freeDays.day}, slot.start_minute LIMIT ${SLOTS_SHOWN})`
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
