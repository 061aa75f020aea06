import type { RequestWindow, slotAlternative } from '@tendwell/contract/bookings'
import { coverBySlots, coverLocalWindow } from '@tendwell/contract/slot-cover'
import type { Slot } from '@tendwell/contract/slots'
import { DAY_MS, type Interval, type LocalDate, type LocalTime, type Zone } from '@tendwell/contract/time'
import { groupByViewerDate } from '@tendwell/contract/viewer-slots'
import {
  intervalsOverlap,
  type LocalWindow,
  toPossibleIntervals,
  WINDOW_MESSAGES,
} from '@tendwell/contract/windows'
import type { z } from 'zod'
import { invalid } from '../../platform/errors.ts'

export type Alternative = z.infer<typeof slotAlternative>

/** A window that is made of offered slots: the wall time as chosen in the request's zone, and its instants. */
export type ChosenWindow = Slot & { date: LocalDate; start: LocalTime; end: LocalTime }

/** What a family asks for: all of it free, or some of it taken by a live booking. */
export type Choice = { windows: ChosenWindow[]; taken: ChosenWindow[] }

const ALTERNATIVES_MAXIMUM = 6
/** Free hours are looked for from so many days before the first window to so many after the last. */
const NEAR_DAYS = 7

function nameOf({ date, start, end }: LocalWindow): string {
  return `${date} ${start}–${end}`
}

/** The real times that a window can mean, the likeliest first: one where its instants are given, if they agree. */
function readingsOf(window: RequestWindow, zone: Zone): Interval[] {
  const readings = toPossibleIntervals(window, zone)
  const { start_utc, end_utc } = window
  if (start_utc === undefined || end_utc === undefined) return readings
  const [startMs, endMs] = [Date.parse(start_utc), Date.parse(end_utc)]
  return readings.filter((reading) => reading.startMs === startMs && reading.endMs === endMs)
}

function whyUnreadable(window: RequestWindow, zone: Zone): string {
  return toPossibleIntervals(window, zone).length === 0
    ? `${nameOf(window)} does not exist: clocks change that day`
    : `${nameOf(window)} does not agree with its start_utc and end_utc`
}

/**
 * The stretch of time to look at for a request, with room for alternatives on either side, in epoch ms.
 * @param offer from when to when slots can be requested at all
 * @throws AppError 400 on `windows` for what no calendar has to be asked about
 */
export function rangeOfWindows(
  windows: readonly RequestWindow[],
  zone: Zone,
  offer: { fromMs: number; toMs: number },
): { fromMs: number; toMs: number } {
  const messages: string[] = []
  const all: Interval[] = []
  for (const window of windows) {
    const readings = readingsOf(window, zone)
    const starts = readings.map(({ startMs }) => startMs)
    all.push(...readings)
    if (readings.length === 0) messages.push(whyUnreadable(window, zone))
    else if (Math.max(...starts) < offer.fromMs) messages.push(`${nameOf(window)} has already begun`)
    else if (Math.min(...starts) >= offer.toMs) messages.push('Windows can be at most a year ahead')
  }
  if (messages.length > 0) throw invalid({ windows: [...new Set(messages)] })
  return rangeNear(all)
}

/** The stretch of time around some hours in which alternatives to them are looked for, in epoch ms. */
export function rangeNear(hours: readonly Interval[]): { fromMs: number; toMs: number } {
  return {
    fromMs: Math.min(...hours.map(({ startMs }) => startMs)) - NEAR_DAYS * DAY_MS,
    toMs: Math.max(...hours.map(({ endMs }) => endMs)) + NEAR_DAYS * DAY_MS,
  }
}

/**
 * Finds the slots that each window is made of: whole offered ones next to each other (decisions §5).
 * @param free the slots that are offered
 * @param openSlots the same as if nothing were booked, to tell taken hours from those never offered
 * @throws AppError 400 on `windows` for one that no offered slots make up, or for windows that overlap
 */
export function chooseWindows(
  windows: readonly RequestWindow[],
  zone: Zone,
  { free, openSlots }: { free: readonly Slot[]; openSlots: () => readonly Slot[] },
): Choice {
  const choice: Choice = { windows: [], taken: [] }
  const messages: string[] = []
  for (const window of windows) {
    const cover = coverIn(free, window, zone)
    const known = cover ?? coverIn(openSlots(), window, zone)
    const first = known?.[0]
    const last = known?.at(-1)
    if (!first || !last) {
      messages.push(`${nameOf(window)} is not made of offered hours`)
      continue
    }
    const { date, start, end } = window
    const chosen = { date, start, end, startMs: first.startMs, endMs: last.endMs, bufferMs: last.bufferMs }
    choice.windows.push(chosen)
    if (!cover) choice.taken.push(chosen)
  }
  if (intervalsOverlap(choice.windows)) messages.push(WINDOW_MESSAGES.overlap)
  if (messages.length > 0) throw invalid({ windows: messages })
  choice.windows.sort((a, b) => a.startMs - b.startMs)
  restWithin(choice.windows)
  return choice
}

/** Between the windows of one family nobody has to rest: the rest after a window ends where the next one begins. */
function restWithin(windows: readonly ChosenWindow[]): void {
  for (const [index, window] of windows.entries()) {
    const next = windows[index + 1]
    if (next) window.bufferMs = Math.min(window.bufferMs, next.startMs - window.endMs)
  }
}

/** Covers a window out of the few slots that can be a part of it, however long the list is. */
function coverIn(slots: readonly Slot[], window: RequestWindow, zone: Zone): Slot[] | null {
  const readings = readingsOf(window, zone)
  const within = slots.filter((slot) =>
    readings.some(({ startMs, endMs }) => startMs <= slot.startMs && slot.endMs <= endMs),
  )
  const [exact] = readings
  if (window.start_utc !== undefined) return exact ? coverBySlots(exact, within) : null
  return coverLocalWindow(window, zone, within)
}

/** Free slots nearest to taken hours, but for those that the family has asked for anyway, in order of time. */
export function alternativesTo(
  { windows, taken }: { windows: readonly Interval[]; taken: readonly Interval[] },
  free: readonly Slot[],
  zone: Zone,
): Alternative[] {
  const distanceMs = (slot: Slot) => Math.min(...taken.map(({ startMs }) => Math.abs(slot.startMs - startMs)))
  const near = free
    .filter((slot) => !windows.some(({ startMs, endMs }) => slot.startMs < endMs && startMs < slot.endMs))
    .map((slot) => ({ slot, distance: distanceMs(slot) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, ALTERNATIVES_MAXIMUM)
    .map(({ slot }) => slot)
    .sort((a, b) => a.startMs - b.startMs)
  return [...groupByViewerDate(near, zone).values()].flat().map(({ date, start, end, startMs, endMs }) => ({
    date,
    start,
    end,
    start_utc: new Date(startMs).toISOString(),
    end_utc: new Date(endMs).toISOString(),
  }))
}
