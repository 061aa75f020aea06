/** Repeats the windows of a request weekly, and says which occurrences can be booked. */

import type { OpenSlot } from '@tendwell/contract/availability/slots'
import { intervalsOverlap, type LocalWindow, WINDOW_MESSAGES } from '@tendwell/contract/availability/windows'
import type { RequestWindow } from '@tendwell/contract/bookings/bookings'
import type { Occurrence } from '@tendwell/contract/bookings/repeat'
import {
  addDays,
  DAY_MS,
  HOUR_MS,
  type Interval,
  MINUTE_MS,
  resolveWallTime,
  toDayNumber,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'
import {
  describeImpossibleWindow,
  listPossibleIntervals,
  type MatchedWindow,
  matchWindow,
  type OfferedRange,
} from '../requests/requested-windows.ts'

/** A window in one of its weeks. */
export type RepeatedWindow = {
  /** The number of the week, from 1. */
  week: number
  window: RequestWindow
  /**
   * The real time that the window most likely means. If a clock change skips its start or end, the time
   * begins at its start (or at the clock change that skips the start) and is as long as the wall time says.
   */
  wanted: Interval
  /** Whether a clock change skips the window's start or end. */
  isSkipped: boolean
}

/** An occurrence with why it can't be booked, or, if it can, the slots that it is made of (`match`). */
export type CheckedWindow = RepeatedWindow & { problem: Occurrence['problem']; match: MatchedWindow | null }

/**
 * Every occurrence of windows that keep their wall time, week by week and in order of time.
 * @throws AppError 400 on `windows` that overlap each other, also in another week, or whose instants don't
 *   agree with their wall time
 * @see docs/rules/bookings.md#repeating
 */
export function repeatWeekly(windows: readonly RequestWindow[], weeks: number, zone: Zone): RepeatedWindow[] {
  const occurrences = Array.from({ length: weeks }, (_, index) =>
    windows.map((window) => ({ week: index + 1, window: shiftWeeks(window, index) })),
  ).flat()
  if (intervalsOverlap(occurrences.map(({ window }) => toWallInterval(window)))) {
    throw invalid({ windows: [WINDOW_MESSAGES.overlap] })
  }
  const mismatchedOccurrences = occurrences.filter(
    ({ window }) => window.start_utc && listPossibleIntervals(window, zone).length === 0,
  )
  if (mismatchedOccurrences.length > 0)
    throw invalid({
      windows: mismatchedOccurrences.map(({ window }) => describeImpossibleWindow(window, zone)),
    })
  return occurrences
    .map(({ week, window }) => ({ week, window, ...toWantedInterval(window, zone) }))
    .sort((a, b) => a.week - b.week || a.wanted.startMs - b.wanted.startMs)
}

/**
 * Whether each occurrence can be booked together with those before it, and if not, why.
 * @param slots all slots near the occurrences, free and booked, sorted by start
 */
export function checkOccurrences(
  occurrences: readonly RepeatedWindow[],
  zone: Zone,
  slots: readonly OpenSlot[],
  { fromMs, toMs, noticeHours = 0 }: OfferedRange,
): CheckedWindow[] {
  const bookableWindows: MatchedWindow[] = []
  return occurrences.map((occurrence) => {
    const { window, wanted } = occurrence
    const matched = matchWindow(window, zone, slots)
    if (matched?.isFree && !intervalsOverlap([...bookableWindows, matched.matchedWindow])) {
      bookableWindows.push(matched.matchedWindow)
      return { ...occurrence, problem: null, match: matched.matchedWindow }
    }
    const explainProblem = () => {
      if (wanted.startMs < fromMs) return 'started'
      if (wanted.startMs < fromMs + noticeHours * HOUR_MS) return 'notice'
      if (wanted.endMs > toMs) return 'too_far'
      if (matched && !matched.isFree) return 'booked'
      return isAcrossClockChange(window, zone) ? 'clock_change' : 'closed'
    }
    return { ...occurrence, problem: explainProblem(), match: null }
  })
}

/** The window in a later week. It has no instants, because those of the first week don't fit another date. */
function shiftWeeks(window: RequestWindow, weeks: number): RequestWindow {
  const { date, start, end } = window
  return weeks === 0 ? window : { date: addDays(date, weeks * 7), start, end }
}

/** The window's wall time read as if it were UTC. An end that isn't after the start is on the next day. */
function toWallInterval({ date, start, end }: LocalWindow): Interval {
  const midnightMs = toDayNumber(date) * DAY_MS
  const startMs = midnightMs + toMinutes(start) * MINUTE_MS
  const endMs = midnightMs + toMinutes(end) * MINUTE_MS
  return { startMs, endMs: endMs > startMs ? endMs : endMs + DAY_MS }
}

/** The real time that an occurrence most likely means, and whether a clock change skips its start or end. */
function toWantedInterval(window: RequestWindow, zone: Zone): Pick<RepeatedWindow, 'wanted' | 'isSkipped'> {
  const [likeliest] = listPossibleIntervals(window, zone)
  if (likeliest) return { wanted: likeliest, isSkipped: false }
  const wall = toWallInterval(window)
  const startMs = resolveWallTime(wall.startMs, zone)
  return { wanted: { startMs, endMs: startMs + wall.endMs - wall.startMs }, isSkipped: true }
}

/**
 * Whether clocks change during the window, so that it doesn't exist, can mean several intervals, or is not as
 * long as its wall time says.
 */
function isAcrossClockChange(window: RequestWindow, zone: Zone): boolean {
  const wall = toWallInterval(window)
  const readings = listPossibleIntervals(window, zone)
  const lengthMs = wall.endMs - wall.startMs
  return readings.length !== 1 || readings.some(({ startMs, endMs }) => endMs - startMs !== lengthMs)
}
