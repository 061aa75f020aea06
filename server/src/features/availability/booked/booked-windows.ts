import {
  getOverlap,
  mergeAdjacent,
  toOpeningInterval,
  type Window,
} from '@tendwell/contract/availability/windows'
import {
  getWeekday,
  type Interval,
  type LocalDate,
  type LocalTime,
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
  window: Pick<Window, 'start' | 'end'>,
  zone: Zone,
  bookedTimes: readonly Interval[],
): boolean {
  const { startMs, endMs } = toOpeningInterval(date, window, zone)
  return bookedTimes.some((interval) => interval.startMs < endMs && startMs < interval.endMs)
}

/** Groups bookings by date in a zone. A booking that goes past midnight is under both of its dates. */
export function groupBookingsByDate(
  bookedTimes: readonly Interval[],
  zone: Zone,
): Map<LocalDate, Interval[]> {
  const byDate = new Map<LocalDate, Interval[]>()
  for (const interval of bookedTimes) {
    const dates = new Set([toLocalDate(interval.startMs, zone), toLocalDate(interval.endMs - 1, zone)])
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
  rule: { weekday: number; start: LocalTime; end: LocalTime },
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
