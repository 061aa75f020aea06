/** Puts long lists of windows into words: those that repeat weekly become one line. */
import { Temporal } from 'temporal-polyfill'
import { formatInterval } from '../format.ts'
import { addDays, getWeekday, type Interval, type LocalDate, toLocalDate, type Zone } from '../time.ts'

const locale = 'en-US'
const listFormat = new Intl.ListFormat(locale)
/** How many windows a group has at least. */
const TIMES_MINIMUM = 3
/** How many windows a group has at least for each week that it skips. */
const TIMES_PER_SKIPPED_WEEK = 3

/** Windows on the same weekday at the same hours in several weeks, or one window alone. */
export interface WeeklyGroup {
  /** The windows in order of time, at least one. */
  times: Interval[]
  /** The dates of that weekday between the first and the last window that have no window. */
  skipped: LocalDate[]
}

export function isWeekly({ times }: WeeklyGroup): boolean {
  return times.length > 1
}

/**
 * Groups windows of the same weekday and hours: at least three windows, with at most one skipped week for
 * each three windows. All other windows are groups of one.
 * @param describe the text that windows of one group share; by default their hours
 * @returns the groups, by their first window
 */
export function groupWeekly(
  windows: readonly Interval[],
  zone: Zone,
  describe = (window: Interval) => formatInterval(window, zone),
): WeeklyGroup[] {
  const windowsByKey = new Map<string, Interval[]>()
  for (const window of [...windows].sort((a, b) => a.startMs - b.startMs)) {
    const key = `${getWeekday(toLocalDate(window.startMs, zone))} ${describe(window)}`
    windowsByKey.set(key, [...(windowsByKey.get(key) ?? []), window])
  }
  return [...windowsByKey.values()]
    .flatMap((times) => {
      const skipped = listSkipped(times, zone)
      const isRegular =
        times.length >= TIMES_MINIMUM && skipped.length * TIMES_PER_SKIPPED_WEEK <= times.length
      return isRegular ? [{ times, skipped }] : times.map((time) => ({ times: [time], skipped: [] }))
    })
    .sort((a, b) => getFirstStartMs(a) - getFirstStartMs(b))
}

/** `Every Tuesday, 9:00 AM – 12:00 PM, 8 times, Dec 1, 2026 to Jan 26, 2027, except Dec 22`. */
export function formatWeekly(group: WeeklyGroup, zone: Zone): string {
  const hours = group.times.slice(0, 1).map((time) => formatInterval(time, zone))
  return [formatEvery(group, zone), ...hours, formatTimes(group, zone)].join(', ')
}

/** `Every Tuesday`. */
export function formatEvery({ times }: WeeklyGroup, zone: Zone): string {
  const day = Temporal.PlainDate.from(toLocalDate(times[0]?.startMs ?? 0, zone))
  return `Every ${day.toLocaleString(locale, { weekday: 'long' })}`
}

/** `8 times, Dec 1, 2026 to Jan 26, 2027, except Dec 22`. */
export function formatTimes({ times, skipped }: WeeklyGroup, zone: Zone): string {
  const [first, last] = [times[0], times.at(-1)].map((time) => toLocalDate(time?.startMs ?? 0, zone))
  const isInOneYear = first?.slice(0, 4) === last?.slice(0, 4)
  const span = `${formatDay(first ?? '', !isInOneYear)} to ${formatDay(last ?? '', true)}`
  const except = skipped.map((date) => formatDay(date, false))
  return `${times.length} times, ${span}${except.length > 0 ? `, except ${listFormat.format(except)}` : ''}`
}

function getFirstStartMs({ times }: WeeklyGroup): number {
  return times[0]?.startMs ?? 0
}

/** The dates of the same weekday, from the first window to the last, on which there is none. */
function listSkipped(times: readonly Interval[], zone: Zone): LocalDate[] {
  const dates = times.map(({ startMs }) => toLocalDate(startMs, zone))
  const skipped: LocalDate[] = []
  for (let date = dates[0] ?? ''; date < (dates.at(-1) ?? ''); date = addDays(date, 7)) {
    if (!dates.includes(date)) skipped.push(date)
  }
  return skipped
}

function formatDay(date: LocalDate, withYear: boolean): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {}
  return Temporal.PlainDate.from(date).toLocaleString(locale, { month: 'short', day: 'numeric', ...year })
}
