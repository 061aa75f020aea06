import { formatWeekly, groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatShortDay } from '@tendwell/contract/format'
import { type Interval, toLocalDate } from '@tendwell/contract/time'
import {
  formatDay,
  formatInterval,
  formatList,
  formatRelativeDay,
  getBrowserZone,
} from '../../lib/format/format.ts'
import { fromEpochMs, toInterval } from '../../lib/format/instants.ts'

type UtcWindow = Parameters<typeof toInterval>[0]

/** More of them are grouped. */
const SINGLE_MAXIMUM = 6

/**
 * Windows in the viewer's zone, with adjacent ones merged: `Tue, Dec 1, 9:00 AM – 12:00 PM`. Where there are
 * many, weekly ones are one line: `Every Tuesday, 9:00 AM – 12:00 PM, 8 times, Dec 1, 2026 to Jan 19, 2027`.
 */
export function formatVisits(windows: readonly UtcWindow[]): string[] {
  const zone = getBrowserZone()
  const merged = mergeAdjacent(windows.map(toInterval))
  if (merged.length <= SINGLE_MAXIMUM) return merged.map(formatVisit)
  return groupWeekly(merged, zone).flatMap((group) =>
    isWeekly(group) ? formatWeekly(group, zone) : group.times.map(formatVisit),
  )
}

/**
 * The first of them, and how many follow: `Tue, Dec 1, 9:00 AM – 12:00 PM and 2 more`.
 * @param options.isNear calls a day that is today or tomorrow so: `tomorrow, 9:00 AM – 12:00 PM`
 */
export function summarizeVisits(windows: readonly UtcWindow[], { isNear = false } = {}): string {
  const [first, ...rest] = mergeAdjacent(windows.map(toInterval))
  if (!first) return ''
  const visit = isNear
    ? `${formatNearDay(first.startMs)}, ${formatInterval(first, getBrowserZone())}`
    : formatVisit(first)
  return rest.length === 0 ? visit : `${visit} and ${rest.length} more`
}

/** The viewer's days of windows, the month once: `Dec 15, 22, and 29`. Many are `8 visits from Dec 15`. */
export function formatDays(windows: readonly UtcWindow[]): string {
  const zone = getBrowserZone()
  const days = mergeAdjacent(windows.map(toInterval)).map(({ startMs }) => toLocalDate(startMs, zone))
  const [first] = days
  if (!first) return ''
  if (days.length > SINGLE_MAXIMUM) return `${days.length} visits from ${formatShortDay(first)}`
  return formatList(
    [...new Set(days)].map((day, index, all) =>
      day.slice(0, 7) === all[index - 1]?.slice(0, 7) ? String(Number(day.slice(8))) : formatShortDay(day),
    ),
  )
}

/** The viewer's day of an instant (epoch ms): `today`, `tomorrow`, or else `Tue, Dec 1`. */
export function formatNearDay(epochMs: number): string {
  const relative = formatRelativeDay(fromEpochMs(epochMs)).toLowerCase()
  const isNear = relative === 'today' || relative === 'tomorrow'
  return isNear ? relative : formatDay(toLocalDate(epochMs, getBrowserZone()), 'weekday')
}

function formatVisit(window: Interval): string {
  const zone = getBrowserZone()
  return `${formatDay(toLocalDate(window.startMs, zone), 'weekday')}, ${formatInterval(window, zone)}`
}
