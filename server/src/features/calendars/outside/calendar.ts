import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { OUTSIDE_PROBLEMS, type OutsideProblem } from './problems.ts'
import type { OutsideCalendarRow } from './store.ts'

/** How often a calendar is read. */
export const READ_EVERY_MS = 30 * MINUTE_MS
/** How long a failing calendar keeps its last known times. @see docs/rules/calendars.md#failing */
export const KEPT_MS = DAY_MS
/** Problems that hold up other calendars for as long as a reading may take. */
const SLOW: readonly (OutsideProblem | null)[] = ['too_slow', 'too_complex']
/** How many of the last readings count. */
const REMEMBERED_READINGS = 8
const SHOWN_END = 6

const PROVIDERS: readonly [host: RegExp, name: string][] = [
  [/(^|\.)google\.com$/, 'Google calendar'],
  [/(^|\.)icloud\.com$/, 'Apple calendar'],
  [/(^|\.)(outlook\.(com|office\.com|office365\.com|live\.com)|office365\.com)$/, 'Outlook calendar'],
]

/**
 * Which of a calendar's last readings were too slow, with a new one.
 * @param slowReadings a bit for each earlier one, the lowest that of the newest
 * @param problem of the new one; null if it could be read
 */
export function addReading(slowReadings: number, problem: OutsideProblem | null): number {
  return ((slowReadings << 1) | Number(SLOW.includes(problem))) & (2 ** REMEMBERED_READINGS - 1)
}

/**
 * How long until a calendar is read again, in ms: it doubles with each reading after the first that was too
 * slow, whatever was between them, at most a day.
 * @param slowReadings as `addReading` returns them
 * @see docs/rules/calendars.md#reading
 */
export function getReadingWaitMs(slowReadings: number): number {
  const slow = slowReadings.toString(2).replaceAll('0', '').length
  return Math.min(READ_EVERY_MS * 2 ** Math.max(slow - 1, 0), DAY_MS)
}

/** What a calendar is called that its owner gave no name. */
export function nameByHost(address: string): string {
  const { hostname } = new URL(address)
  return PROVIDERS.find(([host]) => host.test(hostname))?.[1] ?? hostname
}

/** @param busyCount its busy times ahead */
export function toOutsideCalendar(row: OutsideCalendarRow, busyCount: number): OutsideCalendar {
  const { failingSince, problem, droppedAt } = row
  const keptUntil = failingSince && !droppedAt ? new Date(failingSince.getTime() + KEPT_MS) : null
  return {
    id: row.id,
    name: row.name,
    host: new URL(row.address).hostname,
    address_end: row.address.slice(-SHOWN_END),
    state: failingSince ? 'failing' : 'ok',
    read_at: row.readAt.toISOString(),
    failing_since: failingSince?.toISOString() ?? null,
    problem: problem && OUTSIDE_PROBLEMS[problem],
    kept_until: keptUntil?.toISOString() ?? null,
    busy_count: busyCount,
    unread_count: row.unreadCount,
  }
}
