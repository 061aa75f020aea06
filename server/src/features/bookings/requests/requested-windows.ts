/** Matches the windows of a new request with offered slots. */

import {
  describeMinimumVisit,
  describeNotice,
  getShortestVisitMinutes,
} from '@tendwell/contract/availability/settings'
import { coverBySlots, coverLocalWindow } from '@tendwell/contract/availability/slot-cover'
import type { OpenSlot, Slot } from '@tendwell/contract/availability/slots'
import {
  intervalsOverlap,
  type LocalWindow,
  toPossibleIntervals,
  WINDOW_MESSAGES,
} from '@tendwell/contract/availability/windows'
import type { RequestWindow } from '@tendwell/contract/bookings/bookings'
import { HOUR_MS, type Interval, type LocalDate, type LocalTime, type Zone } from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'

/** A window made of offered slots: its wall time in the request's zone, its instants and its buffer. */
export type MatchedWindow = Slot & { date: LocalDate; start: LocalTime; end: LocalTime }

/** All windows of a request in order of time, and those of them that bookings have taken. */
export type MatchedWindows = { windows: MatchedWindow[]; takenWindows: MatchedWindow[] }

/** In which slots can be requested (epoch ms), and the caregiver's notice, 0 by default. */
export type OfferedRange = { fromMs: number; toMs: number; noticeHours?: number }

/**
 * All intervals (epoch ms) that the windows of a request can mean: nearly always one a window, several where
 * a wall time occurs twice because clocks go back.
 * @throws AppError 400 on `windows` for windows that do not exist, have begun, begin too soon or are too far ahead
 * @see docs/rules/bookings.md#requests
 */
export function parseWindows(
  windows: readonly RequestWindow[],
  zone: Zone,
  { fromMs, toMs, noticeHours = 0 }: OfferedRange,
): Interval[] {
  const messages: string[] = []
  const possibleIntervals: Interval[] = []
  for (const window of windows) {
    const intervals = listPossibleIntervals(window, zone)
    const possibleStarts = intervals.map(({ startMs }) => startMs)
    possibleIntervals.push(...intervals)
    if (intervals.length === 0) messages.push(describeImpossibleWindow(window, zone))
    else if (Math.max(...possibleStarts) < fromMs)
      messages.push(`${formatWindow(window)} has already started`)
    else if (Math.max(...possibleStarts) < fromMs + noticeHours * HOUR_MS)
      messages.push(describeNotice('This caregiver', noticeHours))
    else if (Math.min(...possibleStarts) >= toMs) messages.push('Bookings can be at most a year ahead')
  }
  if (messages.length > 0) throw invalid({ windows: [...new Set(messages)] })
  return possibleIntervals
}

/**
 * Finds the adjacent slots that each window is made of.
 * @param slots all slots near the windows, free and booked, sorted by start
 * @throws AppError 400 on `windows` for windows that are not made of slots or overlap
 * @see docs/rules/bookings.md#requests
 */
export function matchWindows(
  windows: readonly RequestWindow[],
  zone: Zone,
  slots: readonly OpenSlot[],
): MatchedWindows {
  const matched: MatchedWindows = { windows: [], takenWindows: [] }
  const messages: string[] = []
  for (const window of windows) {
    const match = matchWindow(window, zone, slots)
    if (match) matched.windows.push(match.matchedWindow)
    else messages.push(`${formatWindow(window)} isn't available`)
    if (match && !match.isFree) matched.takenWindows.push(match.matchedWindow)
  }
  if (intervalsOverlap(matched.windows)) messages.push(WINDOW_MESSAGES.overlap)
  if (messages.length > 0) throw invalid({ windows: messages })
  matched.windows.sort((a, b) => a.startMs - b.startMs)
  trimBuffers(matched.windows)
  return matched
}

/**
 * A window matched with the adjacent slots that it is made of, free ones if possible; null if it isn't made
 * of slots. `isFree` says whether all of them are free.
 */
export function matchWindow(
  window: RequestWindow,
  zone: Zone,
  slots: readonly OpenSlot[],
): { matchedWindow: MatchedWindow; isFree: boolean } | null {
  const freeSlots = slots.filter(({ isBooked }) => !isBooked)
  const freeCoveringSlots = findCoveringSlots(freeSlots, window, zone)
  const coveringSlots = freeCoveringSlots ?? findCoveringSlots(slots, window, zone)
  const [firstSlot, lastSlot] = [coveringSlots?.[0], coveringSlots?.at(-1)]
  if (!firstSlot || !lastSlot) return null
  const { date, start, end } = window
  const { startMs } = firstSlot
  const { endMs, bufferMs } = lastSlot
  return { matchedWindow: { date, start, end, startMs, endMs, bufferMs }, isFree: freeCoveringSlots !== null }
}

/**
 * Requires windows that make up visits of at least some minutes.
 * @throws AppError 400 on `windows`
 * @see docs/rules/availability.md#minimum-visit
 */
export function requireMinimumVisit(windows: readonly Interval[], minimumMinutes: number): void {
  if (getShortestVisitMinutes(windows) >= minimumMinutes) return
  throw invalid({ windows: [describeMinimumVisit('This caregiver', minimumMinutes)] })
}

/** Shortens each buffer so that it ends where the next window of the same request begins. */
function trimBuffers(windows: readonly MatchedWindow[]): void {
  for (const [index, window] of windows.entries()) {
    const nextWindow = windows[index + 1]
    if (nextWindow) window.bufferMs = Math.min(window.bufferMs, nextWindow.startMs - window.endMs)
  }
}

/**
 * The adjacent slots that make up a window; null if there are none. There can be thousands of slots, so only
 * those inside the window are tried.
 */
function findCoveringSlots<Piece extends Slot>(
  slots: readonly Piece[],
  window: RequestWindow,
  zone: Zone,
): Piece[] | null {
  const intervals = listPossibleIntervals(window, zone)
  const slotsInside = slots.filter((slot) =>
    intervals.some(({ startMs, endMs }) => startMs <= slot.startMs && slot.endMs <= endMs),
  )
  if (window.start_utc === undefined) return coverLocalWindow(window, zone, slotsInside)
  const [exactInterval] = intervals
  return exactInterval ? coverBySlots(exactInterval, slotsInside) : null
}

/**
 * The real intervals that a window can mean, likeliest first. If the window names its instants, only the
 * interval that agrees with them; none if they disagree.
 */
export function listPossibleIntervals(window: RequestWindow, zone: Zone): Interval[] {
  const intervals = toPossibleIntervals(window, zone)
  const { start_utc, end_utc } = window
  if (start_utc === undefined || end_utc === undefined) return intervals
  const [startMs, endMs] = [Date.parse(start_utc), Date.parse(end_utc)]
  return intervals.filter((interval) => interval.startMs === startMs && interval.endMs === endMs)
}

/**
 * Why a window has no possible interval: a clock change skips it, or its instants disagree with its wall
 * time.
 */
export function describeImpossibleWindow(window: RequestWindow, zone: Zone): string {
  return toPossibleIntervals(window, zone).length === 0
    ? `${formatWindow(window)} doesn't exist because clocks change that day`
    : `${formatWindow(window)} doesn't match its start_utc and end_utc`
}

function formatWindow({ date, start, end }: LocalWindow): string {
  return `${date} ${start}–${end}`
}
