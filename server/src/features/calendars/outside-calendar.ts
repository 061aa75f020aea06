import type { OutsideCalendar } from '@tendwell/contract/outside-calendars'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { OUTSIDE_PROBLEMS, type OutsideProblem } from './outside-problems.ts'
import type { OutsideCalendarRow } from './outside-store.ts'

/** How often a calendar is read. */
export const READ_EVERY_MS = 30 * MINUTE_MS
/** How long a failing calendar keeps its last known times. @see docs/rules/calendars.md#failing */
export const KEPT_MS = DAY_MS
/** Problems that hold up other calendars for as long as a reading may take. */
const SLOW: readonly (OutsideProblem | null)[] = ['too_slow', 'too_complex']
const SHOWN_END = 6

const PROVIDERS: readonly [host: RegExp, name: string][] = [
  [/(^|\.)google\.com$/, 'Google calendar'],
  [/(^|\.)icloud\.com$/, 'Apple calendar'],
  [/(^|\.)(outlook\.(com|office\.com|office365\.com|live\.com)|office365\.com)$/, 'Outlook calendar'],
]

/**
 * How long until a calendar is read again, in ms. One that is too slow waits as long as it has been failing, at most a day.
 * @param failingMs for how long it has been failing
 * @see docs/rules/calendars.md#reading
 */
export function getReadingWaitMs(problem: OutsideProblem | null, failingMs: number): number {
  return SLOW.includes(problem) ? Math.min(Math.max(failingMs, READ_EVERY_MS), DAY_MS) : READ_EVERY_MS
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
