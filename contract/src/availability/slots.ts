import {
  DAY_MS,
  fromDayNumber,
  getWeekdayOf,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  makeWallTimeReader,
  toDayNumber,
  toLocalDayNumber,
  toMinutes,
  type Zone,
} from '../time.ts'
import {
  BUFFER_MINUTES_DEFAULT,
  type Hours,
  mergeAdjacent,
  SLOT_MINUTES_DEFAULT,
  toEndMinutes,
  type Window,
} from './windows.ts'

/**
 * Hours that repeat on one weekday, ISO 1 Monday to 7 Sunday, in the caregiver's wall time, with the default slot
 * length and buffer if they have none.
 */
export interface WeeklyRule extends Hours, Partial<Pick<Window, 'slotMinutes' | 'bufferMinutes'>> {
  weekday: number
}

/** Replaces the weekly rules on one date, by other windows or by a closed day. */
export interface DateOverride {
  date: LocalDate
  isAvailable: boolean
  windows: readonly Window[]
}

/** When a caregiver works: wall time in `zone`. A date has at most one override. */
export interface Calendar {
  zone: Zone
  rules: readonly WeeklyRule[]
  overrides: readonly DateOverride[]
}

/** Real time that is booked as a whole, in epoch ms. Its price depends on its real minutes. */
export interface Slot extends Interval {
  /** The time after the slot that its window keeps free before the next booking. */
  bufferMs: number
}

/** Booked time with the buffer it was booked with; 0 by default. */
export interface Booked extends Interval {
  bufferMs?: number
}

/** A caregiver's hours, the time taken from it, and the current time (epoch ms). */
export interface Availability {
  calendar: Calendar
  /** Live bookings. A slot and its buffer must not overlap a booking and its buffer. */
  booked: readonly Booked[]
  /** Hours that are held for a family, as if they were booked. @see docs/rules/bookings.md#holding */
  held?: readonly Booked[]
  /** Time off, and when outside calendars say busy. It needs no buffer before it. */
  timeOff: readonly Interval[]
  nowMs: number
  /** How long before its start a slot can be requested last; 0 by default. */
  noticeMs?: number
  /** How long a visit lasts at least, adjacent slots as one; 0 by default. */
  minimumVisitMs?: number
}

/** The longest range of one call in days: a year ahead, with room for whole months and for zones. */
export const SLOT_RANGE_DAYS_MAXIMUM = 400

/** A slot with the start of the first slot of its window (epoch ms), which is on an earlier date for the end of a night. */
type CutSlot = Slot & { windowStartMs: number }

/**
 * A slot within the caregiver's hours and outside of time off; `isBooked` also if it is held. One that is neither
 * booked nor offered is free, but too short for a visit, also with the free slots that it touches.
 */
export type OpenSlot = CutSlot & {
  isBooked: boolean
  isOffered: boolean
  /** When a long enough visit through an offered slot has to begin at the latest (epoch ms): with the slot or before it. */
  visitStartMs: number
}

/**
 * The windows of a date, by start: those of its override (none when it is closed), otherwise those of the
 * weekday's rules.
 * @throws RangeError for text that is not a date
 * @see docs/rules/availability.md#date-overrides
 */
export function getWindowsOn(date: LocalDate, calendar: Calendar): Window[] {
  return getWindowsOfDay(toDayNumber(date), calendar)
}

/** As `getWindowsOn`, for a date in days since 1970-01-01. */
function getWindowsOfDay(day: number, { overrides, rules }: Calendar): Window[] {
  const date = overrides.length > 0 ? fromDayNumber(day) : undefined
  const override = overrides.find((candidate) => candidate.date === date)
  if (override && !override.isAvailable) return []
  const weekday = getWeekdayOf(day)
  const windows = override
    ? [...override.windows]
    : rules
        .filter((rule) => rule.weekday === weekday)
        .map(({ weekday: _weekday, ...hours }) => ({
          slotMinutes: SLOT_MINUTES_DEFAULT,
          bufferMinutes: BUFFER_MINUTES_DEFAULT,
          ...hours,
        }))
  return windows.sort((a, b) => toMinutes(a.start) - toMinutes(b.start))
}

/**
 * The bookable slots of a caregiver that start in [fromMs, toMs), sorted. Everything that lists, counts,
 * searches or validates slots calls this or `listOpenSlots`, so that every offered slot can be requested and
 * no other time can.
 *
 * - Each date's windows are cut by wall time into slots with buffers between them.
 * - A slot is skipped when a clock change skips its start or its end. A time that occurs twice means the
 *   first one. A slot across a clock change is therefore shorter or longer than its minutes.
 * - Slots never overlap. Where windows of a date do, the slot that starts first wins, booked or not; of two equal
 *   slots the one with the shorter buffer. A slot that overlaps one of the date before is not offered.
 * - A slot is free when it starts at `nowMs` plus the notice or later, time off does not overlap it, and it and
 *   its buffer do not overlap a booking or a hold and its buffer. The database has the same constraint for bookings.
 * - Adjacent free slots that are together shorter than the minimum visit are not offered. Those beyond the range count.
 *
 * @throws RangeError for a range that is not a number or longer than SLOT_RANGE_DAYS_MAXIMUM days, and for a
 *   malformed time or zone in the calendar
 * @see docs/rules/availability.md#slots
 */
export function listFreeSlots(input: Availability & { fromMs: number; toMs: number }): Slot[] {
  return listOpenSlots(input)
    .filter(({ isOffered }) => isOffered)
    .map(({ startMs, endMs, bufferMs }) => ({ startMs, endMs, bufferMs }))
}

/** As `listFreeSlots`, with the slots that are booked or too short for a visit. */
export function listOpenSlots(input: Availability & { fromMs: number; toMs: number }): OpenSlot[] {
  const { calendar, nowMs, noticeMs = 0, minimumVisitMs = 0, fromMs, toMs } = input
  if (!(toMs - fromMs <= SLOT_RANGE_DAYS_MAXIMUM * DAY_MS)) {
    throw new RangeError(`Slots are listed for at most ${SLOT_RANGE_DAYS_MAXIMUM} days`)
  }
  const noticeEndMs = nowMs + noticeMs
  if (Math.max(fromMs, noticeEndMs) >= toMs) return []
  const taken = [...input.booked, ...(input.held ?? [])]
  const booked = mergeAdjacent(taken.filter(({ startMs, endMs }) => startMs < endMs).map(addBuffer))
  const timeOff = mergeAdjacent(input.timeOff)
  const slots = cutSlots(calendar, Math.max(fromMs - minimumVisitMs, noticeEndMs), toMs + minimumVisitMs)
    .filter(({ startMs, endMs }) => startMs >= noticeEndMs && !overlapsAny(timeOff, startMs, endMs))
    .map((slot) => ({ ...slot, isBooked: overlapsAny(booked, slot.startMs, slot.endMs + slot.bufferMs) }))
  const freeSlots = slots.filter(({ isBooked }) => !isBooked)
  const visitStarts = new Map(
    freeSlots.map(({ startMs }, index) => [startMs, findVisitStartMs(freeSlots, index, minimumVisitMs)]),
  )
  return slots
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .map((slot) => {
      const visitStartMs = visitStarts.get(slot.startMs)
      return { ...slot, isOffered: visitStartMs !== undefined, visitStartMs: visitStartMs ?? slot.startMs }
    })
}

/**
 * The latest start of a visit through a free slot that is made of adjacent ones and long enough; undefined if all of
 * them are together too short.
 * @param slots sorted by start
 */
function findVisitStartMs(slots: readonly Slot[], index: number, minimumVisitMs: number): number | undefined {
  let [first, last] = [slots[index], slots[index]] as [Slot, Slot]
  const isLongEnough = () => last.endMs - first.startMs >= minimumVisitMs
  for (let next = index + 1; !isLongEnough() && slots[next]?.startMs === last.endMs; next += 1)
    last = slots[next] as Slot
  for (let before = index - 1; !isLongEnough() && slots[before]?.endMs === first.startMs; before -= 1)
    first = slots[before] as Slot
  return isLongEnough() ? first.startMs : undefined
}

/** The time that a booking blocks: its hours and the buffer after them, in epoch ms. */
export function addBuffer({ startMs, endMs, bufferMs = 0 }: Booked): Interval {
  return { startMs, endMs: endMs + bufferMs }
}

/** All slots of the dates around a range, booked or not, sorted and without overlaps. */
function cutSlots(calendar: Calendar, fromMs: number, toMs: number): CutSlot[] {
  // The day before can have a night that goes on into the range, and the day before that one into its hours.
  const firstDay = toLocalDayNumber(fromMs, calendar.zone) - 2
  // One day more, because the next date begins before this one ends where clocks go back over midnight.
  const lastDay = toLocalDayNumber(toMs, calendar.zone) + 1
  const slots: CutSlot[] = []
  let slotsBefore: CutSlot[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const daySlots = cutDay(day, calendar)
    const taken = slotsBefore
    slots.push(...daySlots.filter(({ startMs, endMs }) => !overlapsAny(taken, startMs, endMs)))
    slotsBefore = daySlots
  }
  return slots.sort((a, b) => a.startMs - b.startMs)
}

/** The slots of one date's windows, sorted and without overlaps. */
function cutDay(day: number, calendar: Calendar): CutSlot[] {
  const windows = getWindowsOfDay(day, calendar)
  if (windows.length === 0) return []
  const toInstantMs = makeWallTimeReader(day, calendar.zone)
  const candidates = windows.flatMap((window) => cutWindow(window, day * DAY_MS, toInstantMs))
  candidates.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || a.bufferMs - b.bufferMs)
  let lastEndMs = Number.NEGATIVE_INFINITY
  return candidates.filter(({ startMs, endMs }) => {
    if (startMs < lastEndMs) return false
    lastEndMs = endMs
    return true
  })
}

/**
 * The slots of one window of a date, with its buffer between them.
 * @param midnightWallMs 00:00 of the date as if it were UTC
 * @param toInstantMs turns a wall time into its instant; null where a clock change skips it
 */
function cutWindow(
  window: Window,
  midnightWallMs: number,
  toInstantMs: (wallMs: number) => number | null,
): CutSlot[] {
  const { slotMinutes, bufferMinutes } = window
  // Saved windows are validated; this keeps an invalid one from looping forever.
  if (!(slotMinutes >= 1) || !(bufferMinutes >= 0)) return []
  const slots: CutSlot[] = []
  const endMinutes = toEndMinutes(window)
  const bufferMs = bufferMinutes * MINUTE_MS
  let minutes = toMinutes(window.start)
  for (; minutes + slotMinutes <= endMinutes; minutes += slotMinutes + bufferMinutes) {
    const startMs = toInstantMs(midnightWallMs + minutes * MINUTE_MS)
    const endMs = toInstantMs(midnightWallMs + (minutes + slotMinutes) * MINUTE_MS)
    if (startMs === null || endMs === null) continue
    slots.push({ startMs, endMs, bufferMs, windowStartMs: slots[0]?.startMs ?? startMs })
  }
  return slots
}

/** Whether [startMs, endMs) overlaps any of the intervals, which are sorted and don't overlap each other. */
function overlapsAny(intervals: readonly Interval[], startMs: number, endMs: number): boolean {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((intervals[middle] as Interval).endMs <= startMs) low = middle + 1
    else high = middle
  }
  const next = intervals[low]
  return next !== undefined && next.startMs < endMs
}
