import {
  DAY_MS,
  getOffsetMs,
  HOUR_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  resolveWallTime,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { mergeAdjacent, toPossibleIntervals } from '@tendwell/contract/windows'
import { or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { getOfferEndMs } from './offers.ts'
import { freeDays } from './tables.ts'

/** Hours that a family looks for: a date, or part of it, as wall time in the family's zone. */
export type WantedHours = {
  date: LocalDate
  start?: LocalTime | undefined
  end?: LocalTime | undefined
  zone: Zone
}

/** No slot is longer: a day of 25 hours, and an hour to spare. */
const LONGEST_SLOT_MS = 26 * HOUR_MS

const toMinute = (ms: number) => Math.ceil(ms / MINUTE_MS)

/**
 * The SQL condition that a caregiver can be booked at these hours, exactly as their booking screen offers them. A date
 * alone, or with one end of the hours, needs a slot that starts then; with both ends, adjoining slots cover all of it.
 * @param caregiverId the column with the caregiver's user id
 * @returns null when no one can be booked then: it is over or too far ahead
 * @see docs/rules/availability.md#free-times
 */
export function isFree(caregiverId: AnyPgColumn, wanted: WantedHours, now: Date): SQL | null {
  const nowMs = now.getTime()
  const offered = { startMs: nowMs, endMs: getOfferEndMs(nowMs) }
  const { date, start, end, zone } = wanted
  const conditions =
    start !== undefined && end !== undefined
      ? toPossibleIntervals({ date, start, end }, zone)
          .filter(({ startMs }) => startMs >= offered.startMs && startMs < offered.endMs)
          .map((hours) => coversHours(caregiverId, hours, offered))
      : findStartTimes(wanted)
          .map((stretch) => intersect(stretch, offered))
          .filter(({ startMs, endMs }) => startMs < endMs)
          .map((stretch) => existsFreeSlots(caregiverId, stretch, sql`count(*) > 0`))
  return or(...conditions) ?? null
}

/** Adjoining free slots, of those that families are offered, cover all of the hours. */
function coversHours(caregiverId: AnyPgColumn, hours: Interval, offered: Interval): SQL {
  const starting = intersect({ startMs: hours.startMs - LONGEST_SLOT_MS, endMs: hours.endMs }, offered)
  const range = sql`int4range(${toMinute(hours.startMs)}::int, ${toMinute(hours.endMs)}::int)`
  return existsFreeSlots(
    caregiverId,
    starting,
    sql`range_agg(int4range(slot.start_minute, slot.end_minute)) @> ${range}`,
  )
}

/**
 * The caregiver's free slots that start in a stretch of time, taken together, meet a condition.
 * HAVING rather than WHERE, so that PostgreSQL looks only at people who meet the search's other conditions.
 */
function existsFreeSlots(caregiverId: AnyPgColumn, { startMs, endMs }: Interval, having: SQL): SQL {
  return sql`EXISTS (
    SELECT FROM ${freeDays}, unnest(${freeDays.starts}, ${freeDays.ends}) AS slot (start_minute, end_minute)
    WHERE ${freeDays.caregiverId} = ${caregiverId}
      AND ${freeDays.day} BETWEEN ${toLocalDate(startMs, 'UTC')} AND ${toLocalDate(endMs - 1, 'UTC')}
      AND slot.start_minute >= ${toMinute(startMs)}::int AND slot.start_minute < ${toMinute(endMs)}::int
    HAVING ${having})`
}

/** When a slot may start for a date alone, or for a date with one end of its hours. */
function findStartTimes({ date, start, end, zone }: WantedHours): Interval[] {
  const midnightMs = toDayNumber(date) * DAY_MS
  const toInstant = (time: LocalTime) => resolveWallTime(midnightMs + toMinutes(time) * MINUTE_MS, zone)
  const limits = {
    startMs: start === undefined ? Number.NEGATIVE_INFINITY : toInstant(start),
    // 00:00 as an end is the midnight that ends the day.
    endMs: end === undefined || end === '00:00' ? Number.POSITIVE_INFINITY : toInstant(end),
  }
  return stretchesOfDate(date, zone).map((stretch) => intersect(stretch, limits))
}

/** The instants of a date in a zone: one stretch, or two where clocks go back over midnight. */
function stretchesOfDate(date: LocalDate, zone: Zone): Interval[] {
  const { startMs, endMs } = toDateInterval(date, date, zone)
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

/**
 * The SQL value of the first slot's start that families can be offered, as minutes since 1970 in UTC; null without one.
 * @param caregiverId the column with the caregiver's user id
 */
export function nextFreeMinute(caregiverId: AnyPgColumn, now: Date): SQL<number | null> {
  const nowMs = now.getTime()
  const endMs = getOfferEndMs(nowMs)
  return sql<number | null>`(
    SELECT start_minute FROM ${freeDays}, unnest(${freeDays.starts}) AS start_minute
    WHERE ${freeDays.caregiverId} = ${caregiverId}
      AND ${freeDays.day} BETWEEN ${toLocalDate(nowMs, 'UTC')} AND ${toLocalDate(endMs, 'UTC')}
      AND start_minute >= ${toMinute(nowMs)}::int AND start_minute < ${toMinute(endMs)}::int
    ORDER BY ${freeDays.day}, start_minute LIMIT 1)`
}
