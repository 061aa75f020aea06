import type { WeeklyRule } from '@tendwell/contract/availability/slots'
import {
  getOverlap,
  type Hours,
  mergeAdjacent,
  toOpeningInterval,
  type Window,
} from '@tendwell/contract/availability/windows'
import {
  addDays,
  getWeekday,
  type Interval,
  type LocalDate,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'

/**
 * Whether a live booking overlaps a window of a date.
 * @param zone the caregiver's
 * @see docs/rules/availability.md#booked-windows
 */
export function isWindowBooked(
  date: LocalDate,
  window: Hours,
  zone: Zone,
  bookedTimes: readonly Interval[],
): boolean {
  const { startMs, endMs } = toOpeningInterval(date, window, zone)
  return bookedTimes.some((interval) => interval.startMs < endMs && startMs < interval.endMs)
}

/**
 * Groups bookings by the dates in a zone whose hours can hold them: those that a booking touches, and the one
 * before, whose night can go on into it.
 */
export function groupBookingsByDate(
  bookedTimes: readonly Interval[],
  zone: Zone,
): Map<LocalDate, Interval[]> {
  const byDate = new Map<LocalDate, Interval[]>()
  for (const interval of bookedTimes) {
    const [first, last] = [toLocalDate(interval.startMs, zone), toLocalDate(interval.endMs - 1, zone)]
    const dates = new Set([addDays(first, -1), first, last])
    for (const date of dates) byDate.set(date, [...(byDate.get(date) ?? []), interval])
  }
  return byDate
}

/**
 * The dates on which a weekly rule has live bookings, ascending.
 * @param zone the caregiver's
 * @param bookedByDate without the dates that have overrides
 */
export function listBookedDates(
  rule: WeeklyRule,
  zone: Zone,
  bookedByDate: ReadonlyMap<LocalDate, readonly Interval[]>,
): LocalDate[] {
  return [...bookedByDate]
    .filter(
      ([date, bookedTimes]) =>
        getWeekday(date) === rule.weekday && isWindowBooked(date, rule, zone, bookedTimes),
    )
    .map(([date]) => date)
    .sort()
}

/**
 * Requires that the new windows of a date cover the booked hours of its old windows. Other hours of a booked
 * window can change.
 * @throws AppError 400 with a message for each old window whose booked hours the new ones don't cover
 * @see docs/rules/availability.md#booked-windows
 */
export function requireBookedHoursCovered(
  day: { date: LocalDate; zone: Zone; booked: readonly Interval[] },
  oldWindows: readonly Window[],
  newWindows: readonly Window[],
): void {
  const { date, zone, booked: bookedTimes } = day
  const newHours = mergeAdjacent(newWindows.map((window) => toOpeningInterval(date, window, zone)))
  const isCovered = (window: Window) => {
    const opening = toOpeningInterval(date, window, zone)
    return bookedTimes
      .flatMap((interval) => getOverlap(interval, opening))
      .every(({ startMs, endMs }) =>
        newHours.some((opening) => opening.startMs <= startMs && endMs <= opening.endMs),
      )
  }
  const messages = oldWindows
    .filter((window) => !isCovered(window))
    .map(({ start, end }) => `The window ${start}–${end} on ${date} is booked, so its booked hours must stay`)
  if (messages.length > 0) throw invalid({ windows: messages })
}
