import {
  DAY_MS,
  findInstants,
  type Interval,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  MINUTES_PER_DAY,
  resolveWallTime,
  toDayNumber,
  toMinutes,
  WEEK_MS,
  type Zone,
} from '../time.ts'

/**
 * Shortest and default length of a slot, and default buffer between slots.
 * @see docs/rules/availability.md#slots
 */
export const SLOT_MINUTES_MINIMUM = 30
export const SLOT_MINUTES_DEFAULT = 60
export const BUFFER_MINUTES_DEFAULT = 0
/** Half a day. A longer buffer is treated as a typo. */
export const BUFFER_MINUTES_MAXIMUM = 720
/** The longest window that ends on the next day. @see docs/rules/availability.md#nights */
export const NIGHT_MINUTES_MAXIMUM = 16 * 60
/** The hours of a new window in the editor. */
export const NEW_WINDOW = { start: '09:00', end: '12:00' } as const

/**
 * Hours that begin on one day, in the caregiver's wall time. An `end` of `00:00` is the midnight that ends the
 * day. Any other end must be after the start, or on the next day where the window says so.
 */
export interface Window {
  start: LocalTime
  end: LocalTime
  /** False by default. @see docs/rules/availability.md#nights */
  endsNextDay?: boolean
  slotMinutes: number
  bufferMinutes: number
}

/**
 * A span of wall time that begins on `date`. An `end` that is not after `start` is on the next day.
 * @see docs/rules/availability.md#slots
 */
export interface LocalWindow {
  date: LocalDate
  start: LocalTime
  end: LocalTime
}

export const WINDOW_MESSAGES = {
  order: 'Each window must have start before end',
  overlap: 'Windows overlap — adjust times',
  night: `A window that ends on the next day can be at most ${NIGHT_MINUTES_MAXIMUM / 60} hours long`,
  time: 'Enter times as HH:MM',
  slotWhole: 'Slot minutes must be a whole number',
  slotShort: `Slot minutes must be at least ${SLOT_MINUTES_MINIMUM}`,
  slotLong: `Slot minutes must be at most ${MINUTES_PER_DAY}`,
  bufferWhole: 'Buffer minutes must be a whole number',
  bufferShort: 'Buffer minutes must be at least 0',
  bufferLong: `Buffer minutes must be at most ${BUFFER_MINUTES_MAXIMUM}`,
} as const

export type Hours = Pick<Window, 'start' | 'end' | 'endsNextDay'>

/**
 * Minutes from the 00:00 of a window's day to its end: 1 to 1440, or more on the next day. An end of `00:00`
 * is the midnight between the two.
 * @throws RangeError for text that is not a time
 */
export function toEndMinutes({ end, endsNextDay }: Pick<Hours, 'end' | 'endsNextDay'>): number {
  const minutes = toMinutes(end)
  return minutes === 0 || endsNextDay ? minutes + MINUTES_PER_DAY : minutes
}

/**
 * Whether hours can only end on the next day: their end is neither after their start nor the midnight between.
 * @see docs/rules/availability.md#nights
 */
export function mustEndNextDay(start: LocalTime, end: LocalTime): boolean {
  return end !== '00:00' && toMinutes(end) <= toMinutes(start)
}

/**
 * Whether any two windows of one day overlap; windows that only touch don't. Times must be well formed.
 * Windows whose end is not after their start are ignored.
 */
export function windowsOverlap(windows: readonly Hours[]): boolean {
  return intervalsOverlap(windows.map((hours) => toWeekInterval({ weekday: 1, ...hours })))
}

/**
 * Whether any two weekly windows overlap, also where one goes past midnight, from Sunday to Monday as well.
 * Windows whose end is not after their start are ignored.
 * @see docs/rules/availability.md#weekly-hours
 */
export function weeklyHoursOverlap(rules: readonly (Hours & { weekday: number })[]): boolean {
  const week = rules.map(toWeekInterval)
  const intoMonday = week
    .filter(({ endMs }) => endMs > WEEK_MS)
    .map(({ startMs, endMs }) => ({ startMs: startMs - WEEK_MS, endMs: endMs - WEEK_MS }))
  return intervalsOverlap([...week, ...intoMonday])
}

/** When a weekly window is, in wall time after the midnight before Monday. */
function toWeekInterval({ weekday, ...hours }: Hours & { weekday: number }): Interval {
  const midnightMs = (weekday - 1) * DAY_MS
  return {
    startMs: midnightMs + toMinutes(hours.start) * MINUTE_MS,
    endMs: midnightMs + toEndMinutes(hours) * MINUTE_MS,
  }
}

/**
 * The validation messages for a day's windows, each at most once; empty when the windows are valid. Slot and
 * buffer minutes are the default ones if they are left out.
 * @see docs/rules/availability.md#date-overrides
 */
export function validateWindows(windows: readonly (Hours & Partial<Window>)[]): string[] {
  const messages = new Set<string>()
  const wellFormed = windows.filter(({ start, end }) => isLocalTime(start) && isLocalTime(end))
  if (wellFormed.length < windows.length) messages.add(WINDOW_MESSAGES.time)
  for (const hours of wellFormed) {
    const [start, end] = [toMinutes(hours.start), toEndMinutes(hours)]
    if (start >= end) messages.add(WINDOW_MESSAGES.order)
    if (end > MINUTES_PER_DAY && end - start > NIGHT_MINUTES_MAXIMUM) messages.add(WINDOW_MESSAGES.night)
  }
  if (windowsOverlap(wellFormed)) messages.add(WINDOW_MESSAGES.overlap)
  for (const { slotMinutes = SLOT_MINUTES_DEFAULT, bufferMinutes = BUFFER_MINUTES_DEFAULT } of windows) {
    if (!Number.isInteger(slotMinutes)) messages.add(WINDOW_MESSAGES.slotWhole)
    if (slotMinutes < SLOT_MINUTES_MINIMUM) messages.add(WINDOW_MESSAGES.slotShort)
    if (slotMinutes > MINUTES_PER_DAY) messages.add(WINDOW_MESSAGES.slotLong)
    if (!Number.isInteger(bufferMinutes)) messages.add(WINDOW_MESSAGES.bufferWhole)
    if (bufferMinutes < 0) messages.add(WINDOW_MESSAGES.bufferShort)
    if (bufferMinutes > BUFFER_MINUTES_MAXIMUM) messages.add(WINDOW_MESSAGES.bufferLong)
  }
  return [...messages]
}

/**
 * Every real interval that a window of wall time in a zone can mean: the shortest first, then the earliest.
 * There is nearly always one. There is none when a clock change skips the start or the end, and several when
 * one of them occurs twice.
 * @throws RangeError for a malformed date, time or zone
 * @see docs/rules/availability.md#time-zones-and-daylight-saving
 */
export function toPossibleIntervals(window: LocalWindow, zone: Zone): Interval[] {
  const midnightMs = toDayNumber(window.date) * DAY_MS
  const startWallMs = midnightMs + toMinutes(window.start) * MINUTE_MS
  const endWallMs = midnightMs + toMinutes(window.end) * MINUTE_MS
  const ends = findInstants(endWallMs, zone)
  // The window ends on the next day. The ends on its own day stay: where an hour occurs twice, 01:30 to 01:00
  // can be half an hour of that night.
  if (endWallMs <= startWallMs) ends.push(...findInstants(endWallMs + DAY_MS, zone))
  return findInstants(startWallMs, zone)
    .flatMap((startMs) => ends.map((endMs) => ({ startMs, endMs })))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.endMs - a.startMs - (b.endMs - b.startMs) || a.startMs - b.startMs)
}

/**
 * The real time of a caregiver's window on a date. It contains every slot that is cut from the window, and is
 * empty when a clock change skips the whole window.
 */
export function toOpeningInterval(date: LocalDate, hours: Hours, zone: Zone): Interval {
  const midnightMs = toDayNumber(date) * DAY_MS
  return {
    startMs: resolveWallTime(midnightMs + toMinutes(hours.start) * MINUTE_MS, zone),
    endMs: resolveWallTime(midnightMs + toEndMinutes(hours) * MINUTE_MS, zone),
  }
}

/** The intervals sorted, with those that touch or overlap merged and empty ones dropped. */
export function mergeAdjacent(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  const byStart = intervals
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.startMs - b.startMs)
  for (const { startMs, endMs } of byStart) {
    const last = merged.at(-1)
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else merged.push({ startMs, endMs })
  }
  return merged
}

/** The overlap of two intervals, as a list of one; empty if they do not overlap. */
export function getOverlap(one: Interval, other: Interval): Interval[] {
  const startMs = Math.max(one.startMs, other.startMs)
  const endMs = Math.min(one.endMs, other.endMs)
  return startMs < endMs ? [{ startMs, endMs }] : []
}

/** Whether any two intervals overlap; intervals that only touch don't, and empty ones are ignored. */
export function intervalsOverlap(intervals: readonly Interval[]): boolean {
  const byStart = intervals
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.startMs - b.startMs)
  let latestEndMs = Number.NEGATIVE_INFINITY
  for (const { startMs, endMs } of byStart) {
    if (startMs < latestEndMs) return true
    latestEndMs = Math.max(latestEndMs, endMs)
  }
  return false
}
