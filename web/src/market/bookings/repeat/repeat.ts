/** Hours that repeat weekly: for how many weeks, and what a family chose for each of them. */
import { WINDOWS_PER_REQUEST_MAXIMUM } from '@tendwell/contract/bookings/bookings'
import {
  type Occurrence,
  REPEAT_WEEKS_MAXIMUM,
  REPEAT_WEEKS_MINIMUM,
} from '@tendwell/contract/bookings/repeat'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import {
  DAY_MS,
  type Interval,
  MINUTE_MS,
  resolveWallTime,
  toDayNumber,
  toLocalDateTime,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { toInterval } from '../../../lib/format/instants.ts'
import { type ChosenWindow, overlap, type Selection } from '../../../shared/visits/selection.ts'

/** The most weeks that can be sent, and why not more; under 2 the hours can't repeat. */
export interface WeeksLimit {
  most: number
  reason: 'windows' | 'year' | 'span' | null
}

/** @see docs/rules/bookings.md#repeating */
export function findWeeksLimit(windows: readonly ChosenWindow[], zone: Zone, nowMs: number): WeeksLimit {
  const [first, last] = [windows[0], windows.at(-1)]
  if (!first || !last) return { most: 0, reason: null }
  if (last.endMs > addWeeks(first.startMs, 1, zone)) return { most: 0, reason: 'span' }
  const byWindows = Math.floor(WINDOWS_PER_REQUEST_MAXIMUM / windows.length)
  const offerEndMs = nowMs + REQUEST_AHEAD_MAXIMUM_DAYS * DAY_MS
  let byYear = 1
  while (byYear < REPEAT_WEEKS_MAXIMUM && addWeeks(last.endMs, byYear, zone) <= offerEndMs) byYear += 1
  if (Math.min(byWindows, byYear) >= REPEAT_WEEKS_MAXIMUM) return { most: REPEAT_WEEKS_MAXIMUM, reason: null }
  return byWindows <= byYear ? { most: byWindows, reason: 'windows' } : { most: byYear, reason: 'year' }
}

export function canRepeat({ most }: WeeksLimit): boolean {
  return most >= REPEAT_WEEKS_MINIMUM
}

/** The same wall time some weeks later. */
function addWeeks(epochMs: number, weeks: number, zone: Zone): number {
  const { date, time } = toLocalDateTime(epochMs, zone)
  return resolveWallTime((toDayNumber(date) + 7 * weeks) * DAY_MS + toMinutes(time) * MINUTE_MS, zone)
}

/** What a family chose for an occurrence: to leave it out, or another time. */
export type Choice = 'out' | Interval
export type Choices = Readonly<Record<string, Choice>>

export interface PlannedTime {
  key: string
  occurrence: Occurrence
  choice: Choice | null
  /** What is requested; null if it is left out. */
  time: Interval | null
  /** Free times to choose instead, the nearest first. */
  alternatives: Interval[]
}

/** Occurrences that are not free are left out until the family chooses another time. */
export function planOccurrences(occurrences: readonly Occurrence[], choices: Choices): PlannedTime[] {
  const replacements = Object.entries(choices).filter(([, choice]) => choice !== 'out') as [
    string,
    Interval,
  ][]
  return occurrences.map((occurrence) => {
    const key = `${occurrence.date} ${occurrence.start}`
    const choice = choices[key] ?? null
    const others = replacements.filter(([other]) => other !== key)
    const alternatives = occurrence.alternatives
      .map(toInterval)
      .filter((time) => !others.some(([, other]) => overlap(time, other)))
    return { key, occurrence, choice, time: findTime(occurrence, choice), alternatives }
  })
}

function findTime({ is_free, start_utc, end_utc }: Occurrence, choice: Choice | null): Interval | null {
  if (choice !== null) return choice === 'out' ? null : choice
  return is_free && start_utc && end_utc ? toInterval({ start_utc, end_utc }) : null
}

/** Everything that is to be requested, in order of time. */
export function listWanted(plan: readonly PlannedTime[]): Selection {
  return plan.flatMap(({ time }) => time ?? []).sort((a, b) => a.startMs - b.startMs)
}
