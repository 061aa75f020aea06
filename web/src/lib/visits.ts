import { toLocalDate } from '@tendwell/contract/time'
import { mergeAdjacent } from '@tendwell/contract/windows'
import { formatDay, formatInterval, getBrowserZone } from './format.ts'
import { toInterval } from './instants.ts'

type UtcWindow = Parameters<typeof toInterval>[0]

/** Windows in the viewer's zone, with adjacent ones merged: `Tue, Dec 1, 9:00 AM – 12:00 PM`. */
export function formatVisits(windows: readonly UtcWindow[]): string[] {
  const zone = getBrowserZone()
  return mergeAdjacent(windows.map(toInterval)).map(
    (window) => `${formatDay(toLocalDate(window.startMs, zone), 'weekday')}, ${formatInterval(window, zone)}`,
  )
}

/** The first of them, and how many follow: `Tue, Dec 1, 9:00 AM – 12:00 PM and 2 more`. */
export function summarizeVisits(windows: readonly UtcWindow[]): string {
  const [first = '', ...rest] = formatVisits(windows)
  return rest.length === 0 ? first : `${first} and ${rest.length} more`
}
