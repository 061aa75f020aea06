/** Repeats the windows of a request weekly, and says which occurrences can be booked. */

import type { OpenSlot } from '@tendwell/contract/availability/slots'
import { intervalsOverlap, type LocalWindow, WINDOW_MESSAGES } from '@tendwell/contract/availability/windows'
import type { RequestWindow } from '@tendwell/contract/bookings/bookings'
import type { Occurrence } from '@tendwell/contract/bookings/repeat'
import {
  addDays,
  DAY_MS,
  type Interval,
  MINUTE_MS,
  resolveWallTime,
  toDayNumber,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'
import {
  describeMissing,
  findIntervals,
  type MatchedWindow,
  matchWindow,
} from '../requests/requested-windows.ts'

/** A window in one of its weeks. */
export type RepeatedWindow = {
  /** From 1. */
  week: number
  window: RequestWindow
  /**
   * The real time that the window most likely means. If it is skipped, its minutes from the clock change on.
   */
  wanted: Interval
  /** Whether a clock change skips its start or end. */
  isSkipped: boolean
}

/** An occurrence that can be booked has the time of its slots. */
export type CheckedWindow = RepeatedWindow & { problem: Occurrence['problem']; match: MatchedWindow | null }

/**
 * Every occurrence of windows that keep their wall time, week by week and in order of time.
 * @throws AppError 400 on `windows` for those that overlap, also in another week, and for instants that don't
 *   agree with the wall time
 * @see docs/rules/bookings.md#repeating
 */
export function repeatWeekly(windows: readonly RequestWindow[], weeks: number, zone: Zone): RepeatedWindow[] {
  const all = Array.from({ length: weeks }, (_, index) =>
    windows.map((window) => ({ week: index + 1, window: shiftWeeks(window, index) })),
  ).flat()
  if (intervalsOverlap(all.map(({ window }) => toWallInterval(window)))) {
    throw invalid({ windows: [WINDOW_MESSAGES.overlap] })
  }
  const wrong = all.filter(({ window }) => window.start_utc && findIntervals(window, zone).length === 0)
  if (wrong.length > 0) throw invalid({ windows: wrong.map(({ window }) => describeMissing(window, zone)) })
  return all
    .map(({ week, window }) => ({ week, window, ...findWanted(window, zone) }))
    .sort((a, b) => a.week - b.week || a.wanted.startMs - b.wanted.startMs)
}

/**
 * Whether each occurrence can be booked together with those before it, and if not, why.
 * @param slots all slots near the occurrences, sorted, with those that bookings take
 * @param offer the time in which slots can be requested
 */
export function checkOccurrences(
  occurrences: readonly RepeatedWindow[],
  zone: Zone,
  slots: readonly OpenSlot[],
  offer: { fromMs: number; toMs: number },
): CheckedWindow[] {
  const free: MatchedWindow[] = []
  return occurrences.map((occurrence) => {
    const { window, wanted } = occurrence
    const found = matchWindow(window, zone, slots)
    if (found?.isFree && !intervalsOverlap([...free, found.match])) {
      free.push(found.match)
      return { ...occurrence, problem: null, match: found.match }
    }
    const problem = (() => {
      if (wanted.startMs < offer.fromMs) return 'started'
      if (wanted.endMs > offer.toMs) return 'too_far'
      if (found && !found.isFree) return 'booked'
      return isAcrossClockChange(window, zone) ? 'clock_change' : 'closed'
    })()
    return { ...occurrence, problem, match: null }
  })
}

/** The instants are those of the first week: later ones are found by wall time. */
function shiftWeeks(window: RequestWindow, weeks: number): RequestWindow {
  const { date, start, end } = window
  return weeks === 0 ? window : { date: addDays(date, weeks * 7), start, end }
}

/** The window's wall time read as if it were UTC. */
function toWallInterval({ date, start, end }: LocalWindow): Interval {
  const midnightMs = toDayNumber(date) * DAY_MS
  const startMs = midnightMs + toMinutes(start) * MINUTE_MS
  const endMs = midnightMs + toMinutes(end) * MINUTE_MS
  return { startMs, endMs: endMs > startMs ? endMs : endMs + DAY_MS }
}

function findWanted(window: RequestWindow, zone: Zone): Pick<RepeatedWindow, 'wanted' | 'isSkipped'> {
  const [likeliest] = findIntervals(window, zone)
  if (likeliest) return { wanted: likeliest, isSkipped: false }
  const wall = toWallInterval(window)
  const startMs = resolveWallTime(wall.startMs, zone)
  return { wanted: { startMs, endMs: startMs + wall.endMs - wall.startMs }, isSkipped: true }
}

/**
 * Whether clocks change in the window, so that it is skipped, ambiguous, or not as long as its wall time
 * says.
 */
function isAcrossClockChange(window: RequestWindow, zone: Zone): boolean {
  const wall = toWallInterval(window)
  const readings = findIntervals(window, zone)
  const lengthMs = wall.endMs - wall.startMs
  return readings.length !== 1 || readings.some(({ startMs, endMs }) => endMs - startMs !== lengthMs)
}
