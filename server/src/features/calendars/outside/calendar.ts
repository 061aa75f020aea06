import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import { OUTSIDE_PROBLEMS, type OutsideProblem } from './problems.ts'
import type { OutsideCalendarRow } from './store.ts'

/** How often a calendar is read. */
export const READ_EVERY_MS = 30 * MINUTE_MS
/**
 * How long the last known busy times of a failing calendar still close hours.
 * @see docs/rules/calendars.md#failing
 */
export const KEPT_MS = DAY_MS
/** Problems that cost a reading its whole time limit, while other calendars wait. */
const SLOW_PROBLEMS: readonly (OutsideProblem | null)[] = ['too_slow', 'too_complex']
/** How many of the last readings are remembered. */
const REMEMBERED_READINGS = 8
/** How many characters of an address its owner sees, to tell calendars of one host apart. */
const SHOWN_END_CHARACTERS = 6

const PROVIDERS: readonly [host: RegExp, name: string][] = [
  [/(^|\.)google\.com$/, 'Google calendar'],
  [/(^|\.)icloud\.com$/, 'Apple calendar'],
  [/(^|\.)(outlook\.(com|office\.com|office365\.com|live\.com)|office365\.com)$/, 'Outlook calendar'],
]

/**
 * Adds a new reading to the record of which of a calendar's last readings were too slow.
 * @param slowReadings one bit for each earlier reading, 1 if it was too slow; the lowest bit is the newest
 *   reading
 * @param problem why the new reading failed; null if the calendar could be read
 * @returns the record with the new reading
 */
export function addReading(slowReadings: number, problem: OutsideProblem | null): number {
  const isSlow = SLOW_PROBLEMS.includes(problem)
  const withNewReading = (slowReadings << 1) | Number(isSlow)
  const rememberedBits = 2 ** REMEMBERED_READINGS - 1
  return withNewReading & rememberedBits
}

/**
 * How long until a calendar is read again, in ms: half an hour, doubled for each slow reading on record after
 * the first one, at most a day.
 * @param slowReadings as `addReading` returns them
 * @see docs/rules/calendars.md#reading
 */
export function getReadingWaitMs(slowReadings: number): number {
  const slowCount = slowReadings.toString(2).replaceAll('0', '').length
  return Math.min(READ_EVERY_MS * 2 ** Math.max(slowCount - 1, 0), DAY_MS)
}

/** The name of a calendar that its owner gave none: its provider's, or the host of its address. */
export function getDefaultName(address: string): string {
  const { hostname } = new URL(address)
  return PROVIDERS.find(([host]) => host.test(hostname))?.[1] ?? hostname
}

/**
 * A calendar as its owner gets it. `kept_until` is until when its last known busy times count, `unread_count`
 * how many events could not be read.
 * @param busyCount how many of its busy times have not ended
 */
export function toOutsideCalendar(row: OutsideCalendarRow, busyCount: number): OutsideCalendar {
  const { failingSince, problem, droppedAt } = row
  const keptUntil = failingSince && !droppedAt ? new Date(failingSince.getTime() + KEPT_MS) : null
  return {
    id: row.id,
    name: row.name,
    host: new URL(row.address).hostname,
    address_end: row.address.slice(-SHOWN_END_CHARACTERS),
    state: failingSince ? 'failing' : 'ok',
    read_at: row.readAt.toISOString(),
    failing_since: failingSince?.toISOString() ?? null,
    problem: problem && OUTSIDE_PROBLEMS[problem],
    kept_until: keptUntil?.toISOString() ?? null,
    busy_count: busyCount,
    unread_count: row.unreadCount,
  }
}
