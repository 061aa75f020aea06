/** Free times of a given length near a time that isn't free. */
import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import type { Slot } from '@tendwell/contract/availability/slots'
import { groupByViewerDate, type ViewerSlot } from '@tendwell/contract/availability/viewer-slots'
import { intervalsOverlap, toPossibleIntervals } from '@tendwell/contract/availability/windows'
import {
  DAY_MS,
  type Interval,
  toDayNumber,
  toLocalDateTime,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'

const DAYS_AWAY_MAXIMUM = 3
const ALTERNATIVES_PER_DAY_MAXIMUM = 2
const ALTERNATIVES_MAXIMUM = 6

/**
 * Free times as long as the wanted one: those of the same day first, then those of the days around it, and on
 * each day those at the most similar hour. At most two a day and six in all.
 * @param freeSlots those near the wanted time, sorted by start
 * @param options.notOverlapping intervals that the alternatives must not overlap
 * @see docs/rules/bookings.md#repeating
 */
export function pickTimesOfSameLength(
  wantedTime: Interval,
  freeSlots: readonly Slot[],
  { notOverlapping, zone }: { notOverlapping: readonly Interval[]; zone: Zone },
): ViewerSlot[] {
  const lengthMs = wantedTime.endMs - wantedTime.startMs
  // A day more than the dates that are kept below, and the length for the slots that complete a time.
  const reachMs = (DAYS_AWAY_MAXIMUM + 1) * DAY_MS
  const nearSlots = freeSlots.filter(
    ({ startMs }) => Math.abs(startMs - wantedTime.startMs) < reachMs + lengthMs,
  )
  const times = nearSlots
    .map(({ startMs }) => ({ startMs, endMs: startMs + lengthMs }))
    .filter(
      (time) =>
        coverBySlots(time, nearSlots) && !notOverlapping.some((other) => intervalsOverlap([time, other])),
    )
  const wantedStart = toLocalDateTime(wantedTime.startMs, zone)
  const countDaysAway = (date: string) => Math.abs(toDayNumber(date) - toDayNumber(wantedStart.date))
  const countMinutesAway = ({ start }: ViewerSlot) => Math.abs(toMinutes(start) - toMinutes(wantedStart.time))
  return [...groupByViewerDate(times, zone)]
    .filter(([date]) => countDaysAway(date) <= DAYS_AWAY_MAXIMUM)
    .sort(([one], [other]) => countDaysAway(one) - countDaysAway(other) || one.localeCompare(other))
    .flatMap(([, timesOnDate]) =>
      timesOnDate
        .filter((time) => isExpressible(time, zone))
        .sort((a, b) => countMinutesAway(a) - countMinutesAway(b) || a.startMs - b.startMs)
        .slice(0, ALTERNATIVES_PER_DAY_MAXIMUM),
    )
    .slice(0, ALTERNATIVES_MAXIMUM)
}

/**
 * Whether a date with two wall times can mean exactly these hours. Some hours in the night of a clock change
 * have no such wall times.
 */
export function isExpressible({ date, start, end, startMs, endMs }: ViewerSlot, zone: Zone): boolean {
  const readings = toPossibleIntervals({ date, start, end }, zone)
  return readings.some((reading) => reading.startMs === startMs && reading.endMs === endMs)
}
