/** The times of an earlier booking, in the weeks from the next one on. @see docs/rules/bookings.md#booking-again */
import { coverLocalWindow } from '@tendwell/contract/availability/slot-cover'
import type { LocalWindow } from '@tendwell/contract/availability/windows'
import {
  addDays,
  getWeekday,
  type Interval,
  type LocalDate,
  toLocalDateTime,
  type Zone,
} from '@tendwell/contract/time'

/** In how many weeks free times are looked for. */
export const AGAIN_WEEKS = 4

/**
 * The weekdays and hours of a booking, in each of the weeks after the current one.
 * @param visits of the booking; those at the same weekday and hours count once
 * @param today in `zone`
 * @returns windows of wall time in `zone`, week by week, the earliest first
 */
export function listAgainWeeks(visits: readonly Interval[], zone: Zone, today: LocalDate): LocalWindow[][] {
  const monday = addDays(today, 8 - getWeekday(today))
  const times = new Map(
    visits.map((visit) => {
      const { date, start, end } = toLocalWindow(visit, zone)
      const days = getWeekday(date) - 1
      return [`${days} ${start} ${end}`, { days, start, end }]
    }),
  )
  const sorted = [...times.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, time]) => time)
  return Array.from({ length: AGAIN_WEEKS }, (_, week) =>
    sorted.map(({ days, start, end }) => ({ date: addDays(monday, 7 * week + days), start, end })),
  )
}

/** An interval in wall time of `zone`. It is a day long at most. */
export function toLocalWindow({ startMs, endMs }: Interval, zone: Zone): LocalWindow {
  const { date, time: start } = toLocalDateTime(startMs, zone)
  return { date, start, end: toLocalDateTime(endMs, zone).time }
}

/** `monday`: of the week with these times. `missing`: how many of its times are not free. */
export interface AgainTimes {
  monday: LocalDate
  slots: Interval[]
  missing: number
}

/**
 * The first week in which all times are free, else the first of those with the most.
 * @param readSlots lists the free slots of a day in `zone`
 * @returns null if none of the times is free in any week
 */
export async function findAgainTimes(
  weeks: readonly LocalWindow[][],
  zone: Zone,
  readSlots: (date: LocalDate) => Promise<readonly Interval[]>,
): Promise<AgainTimes | null> {
  let best: AgainTimes | null = null
  for (const windows of weeks) {
    const covers = await Promise.all(windows.map((window) => findCover(window, zone, readSlots)))
    const free = covers.filter((slots) => slots !== null)
    const missing = covers.length - free.length
    const [first] = windows
    if (!first || free.length === 0 || (best && best.missing <= missing)) continue
    best = { monday: addDays(first.date, 1 - getWeekday(first.date)), slots: free.flat(), missing }
    if (missing === 0) break
  }
  return best
}

async function findCover(
  window: LocalWindow,
  zone: Zone,
  readSlots: (date: LocalDate) => Promise<readonly Interval[]>,
): Promise<Interval[] | null> {
  const dates = window.end <= window.start ? [window.date, addDays(window.date, 1)] : [window.date]
  const slots = (await Promise.all(dates.map(readSlots))).flat()
  return coverLocalWindow(window, zone, slots)
}
