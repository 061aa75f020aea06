/** A night is one thing, on the date on which it begins. @see docs/rules/availability.md#nights */
import { type Interval, MINUTE_MS, toLocalDate, toLocalDateTime, type Zone } from '../time.ts'
import type { OwnHours } from './availability.ts'
import { NIGHT_MINUTES_MAXIMUM } from './windows.ts'

/** Whether the last slot of a date touches its midnight, so that a night may go on from there. */
export function touchesMidnight(slots: readonly Interval[], zone: Zone): boolean {
  const last = slots.at(-1)
  return last !== undefined && toLocalDate(last.endMs, zone) !== toLocalDate(last.startMs, zone)
}

/**
 * The slots of the next date that go on from the last one of a date, until noon at the latest.
 * @param slots,nextSlots of the two dates in the zone, by start
 */
export function listNightRest(
  slots: readonly Interval[],
  nextSlots: readonly Interval[],
  zone: Zone,
): Interval[] {
  const rest: Interval[] = []
  for (const slot of nextSlots) {
    const reachedMs = (rest.at(-1) ?? slots.at(-1))?.endMs
    if (slot.startMs !== reachedMs || toLocalDateTime(slot.endMs, zone).time > '12:00') break
    rest.push(slot)
  }
  return rest
}

/**
 * The adjacent slots across the midnight that ends a date; empty if there are none, or if together they are
 * longer than a night.
 * @param rest what `listNightRest` lists for these slots
 * @see docs/rules/availability.md#nights
 */
export function findNight(slots: readonly Interval[], rest: readonly Interval[]): Interval[] {
  const [first] = rest
  if (!first) return []
  const evening: Interval[] = []
  for (const slot of slots.toReversed()) {
    if (slot.endMs !== (evening[0] ?? first).startMs) break
    evening.unshift(slot)
  }
  const night = [...evening, ...rest]
  const lengthMs = (night.at(-1)?.endMs ?? 0) - (night[0]?.startMs ?? 0)
  return lengthMs <= NIGHT_MINUTES_MAXIMUM * MINUTE_MS ? night : []
}

/** The free slots that a date is shown with, by start. */
export interface DayWithNight {
  /** Those that start on the date, without the end of the night before. */
  own: Interval[]
  /** Those that go on from them on the next date. */
  rest: Interval[]
  /** The night that begins on the date, of slots of `own` and `rest`; empty if there is none. */
  night: Interval[]
}

/** @param days the free slots that start on a date and on the dates around it, each by start */
export function findDayWithNight(
  days: { before: readonly Interval[]; date: readonly Interval[]; after: readonly Interval[] },
  zone: Zone,
): DayWithNight {
  const nightBefore = findNight(days.before, listNightRest(days.before, days.date, zone))
  const endedMs = nightBefore.at(-1)?.endMs ?? Number.NEGATIVE_INFINITY
  const rest = listNightRest(days.date, days.after, zone)
  return {
    own: days.date.filter(({ startMs }) => startMs >= endedMs),
    rest,
    night: findNight(days.date, rest),
  }
}

/** What begins on a date: the minutes of its hours outside of nights, and whether a night does. */
export function countOwnHours({ own, night }: DayWithNight, zone: Zone): OwnHours {
  const last = own.at(-1)
  const nightStartMs = night[0]?.startMs ?? (last && isNight(last, zone) ? last.startMs : undefined)
  const hours = own.filter(({ startMs }) => nightStartMs === undefined || startMs < nightStartMs)
  const lengthMs = hours.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  return { minutes: Math.round(lengthMs / MINUTE_MS), has_night: nightStartMs !== undefined }
}

/** Whether a slot is a whole night: it goes over midnight and ends by noon. */
function isNight({ startMs, endMs }: Interval, zone: Zone): boolean {
  const { date, time } = toLocalDateTime(endMs, zone)
  return (
    toLocalDate(startMs, zone) < date &&
    time > '00:00' &&
    time <= '12:00' &&
    endMs - startMs <= NIGHT_MINUTES_MAXIMUM * MINUTE_MS
  )
}
