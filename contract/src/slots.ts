import {
  addDays,
  DAY_MS,
  fromDayNumber,
  getWeekday,
  HOUR_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  makeWallTimeReader,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toLocalDateTime,
  toMinutes,
  type Zone,
} from './time.ts'
import {
  BUFFER_MINUTES_DEFAULT,
  type LocalWindow,
  mergeAdjacent,
  SLOT_MINUTES_DEFAULT,
  toEndMinutes,
  toPossibleIntervals,
  type Window,
} from './windows.ts'

/** Hours of every week on one weekday, ISO 1 Monday to 7 Sunday, in the caregiver's wall time. */
export interface WeeklyRule {
  weekday: number
  start: LocalTime
  end: LocalTime
}

/** What replaces the weekly rules on one date: its windows, or a closed day. */
export interface DateOverride {
  date: LocalDate
  isAvailable: boolean
  windows: readonly Window[]
}

/** When a caregiver works: wall time in `zone`. One override a date; the first counts if there are more. */
export interface Calendar {
  zone: Zone
  rules: readonly WeeklyRule[]
  overrides: readonly DateOverride[]
}

/** A stretch of real time that can be booked as a whole, epoch ms. Its price goes by its real minutes. */
export interface Slot extends Interval {
  /** The rest that its window wants after it: the next booking begins so much later, or after that. */
  bufferMs: number
}

/** Time that is taken, with the rest after it that it was booked with (none when left out). */
export interface Booked extends Interval {
  bufferMs?: number
}

/** A slot as a viewer's clocks show it. An `end` not after `start` is on the next day (decisions §4). */
export interface ViewerSlot extends Interval {
  date: LocalDate
  start: LocalTime
  end: LocalTime
}

/** A caregiver's calendar, what is taken from it, and the present moment (epoch ms). */
export interface Availability {
  calendar: Calendar
  /** Live bookings: slots keep their buffers free of them, and keep out of theirs. */
  booked: readonly Booked[]
  /** Time off: nobody travels or rests before it, so buffers don't count. */
  timeOff: readonly Interval[]
  nowMs: number
}

/** Most days that one call makes slots for: a year ahead (decisions §5) with room for months and zones. */
export const SLOT_RANGE_DAYS_MAXIMUM = 400

type MarkedSlot = Slot & { isBooked: boolean }

/** The windows of a date, by start: its override's (none when closed), else the weekday's rules with the usual
 *  slot length and buffer (decisions §4). Throws RangeError when the text is no date. */
export function getWindowsOn(date: LocalDate, calendar: Calendar): Window[] {
  const override = calendar.overrides.find((candidate) => candidate.date === date)
  if (override && !override.isAvailable) return []
  const weekday = getWeekday(date)
  const windows = override
    ? [...override.windows]
    : calendar.rules
        .filter((rule) => rule.weekday === weekday)
        .map(({ start, end }) => ({
          start,
          end,
          slotMinutes: SLOT_MINUTES_DEFAULT,
          bufferMinutes: BUFFER_MINUTES_DEFAULT,
        }))
  return windows.sort((a, b) => toMinutes(a.start) - toMinutes(b.start))
}

/**
 * The slots of a caregiver that can be booked and start in [fromMs, toMs), sorted. Everything that lists,
 * counts, searches or validates slots calls this (decisions §4).
 *
 * Each date's windows are cut by the wall clock into slots with buffers between. Both wall times of a slot
 * become instants by the zone's rules: a slot with a time that doesn't exist that day is skipped; of a time
 * that occurs twice the first counts. So on the day clocks go back the slot before the change holds the
 * repeated hour, and a slot across the change is longer or shorter than its minutes: real time is what counts.
 * Slots never overlap: where windows do, the slot that starts first stays, booked or not; of the same slot twice the
 * one with the shorter rest.
 * A buffer is the rest after a slot. A slot is free when it and its buffer share no time with a booking and the
 * booking's buffer, no time off touches the slot, and it starts at nowMs or later. So of two bookings the later
 * one begins when the earlier one's buffer is over, whichever was made first: the database's rule as well.
 *
 * Throws RangeError when the range is longer than SLOT_RANGE_DAYS_MAXIMUM days or not a number, or the calendar
 * holds a malformed time or zone.
 */
export function listFreeSlots(input: Availability & { fromMs: number; toMs: number }): Slot[] {
  return openSlots(input)
    .filter(({ isBooked }) => !isBooked)
    .map(({ startMs, endMs, bufferMs }) => ({ startMs, endMs, bufferMs }))
}

/** As `listFreeSlots`, with those that bookings take, which are marked. */
function openSlots(input: Availability & { fromMs: number; toMs: number }): MarkedSlot[] {
  const { calendar, nowMs, fromMs, toMs } = input
  if (!(toMs - fromMs <= SLOT_RANGE_DAYS_MAXIMUM * DAY_MS)) {
    throw new RangeError(`Slots are made for at most ${SLOT_RANGE_DAYS_MAXIMUM} days at once`)
  }
  const earliestMs = Math.max(fromMs, nowMs)
  if (earliestMs >= toMs) return []
  const booked = mergeAdjacent(input.booked.filter(({ startMs, endMs }) => startMs < endMs).map(addBuffer))
  const timeOff = mergeAdjacent(input.timeOff)
  const slots: MarkedSlot[] = []
  for (const slot of cutSlots(calendar, earliestMs, toMs)) {
    const { startMs, endMs, bufferMs } = slot
    if (startMs < earliestMs || startMs >= toMs) continue
    if (meets(timeOff, startMs, endMs)) continue
    slots.push({ startMs, endMs, bufferMs, isBooked: meets(booked, startMs, endMs + bufferMs) })
  }
  return slots
}

/** The time that a booking keeps others out of: its hours and the rest after them, in epoch ms. */
export function addBuffer({ startMs, endMs, bufferMs = 0 }: Booked): Interval {
  return { startMs, endMs: endMs + bufferMs }
}

/** All slots of the dates around a range, taken or not, sorted and apart from each other. */
function cutSlots(calendar: Calendar, fromMs: number, toMs: number): Slot[] {
  const firstDay = toDayNumber(toLocalDate(fromMs, calendar.zone))
  // A day more: where clocks go back over midnight, the next date has begun before this one is over.
  const lastDay = toDayNumber(toLocalDate(toMs, calendar.zone)) + 1
  const candidates: Slot[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const windows = getWindowsOn(fromDayNumber(day), calendar)
    if (windows.length === 0) continue
    const toInstantMs = makeWallTimeReader(day, calendar.zone)
    for (const window of windows) cutWindow(window, day * DAY_MS, toInstantMs, candidates)
  }
  candidates.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || a.bufferMs - b.bufferMs)
  let lastEndMs = Number.NEGATIVE_INFINITY
  return candidates.filter(({ startMs, endMs }) => {
    if (startMs < lastEndMs) return false
    lastEndMs = endMs
    return true
  })
}

function cutWindow(
  window: Window,
  midnightWallMs: number,
  toInstantMs: (wallMs: number) => number | null,
  candidates: Slot[],
): void {
  const { slotMinutes, bufferMinutes } = window
  // Saved windows are validated; this keeps a bad row from looping without end.
  if (!(slotMinutes >= 1) || !(bufferMinutes >= 0)) return
  const endMinutes = toEndMinutes(window.end)
  const bufferMs = bufferMinutes * MINUTE_MS
  let minutes = toMinutes(window.start)
  for (; minutes + slotMinutes <= endMinutes; minutes += slotMinutes + bufferMinutes) {
    const startMs = toInstantMs(midnightWallMs + minutes * MINUTE_MS)
    const endMs = toInstantMs(midnightWallMs + (minutes + slotMinutes) * MINUTE_MS)
    if (startMs !== null && endMs !== null) candidates.push({ startMs, endMs, bufferMs })
  }
}

/** Whether [startMs, endMs) shares time with any of the intervals, which are sorted and apart. */
function meets(intervals: readonly Interval[], startMs: number, endMs: number): boolean {
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

/** Slots grouped by the date on which they start in the viewer's zone, in the order given. Dates without a
 *  slot are absent. Throws RangeError for an unknown zone. */
export function groupByViewerDate(
  slots: readonly Interval[],
  viewerZone: Zone,
): Map<LocalDate, ViewerSlot[]> {
  const byDate = new Map<LocalDate, ViewerSlot[]>()
  for (const { startMs, endMs } of slots) {
    const { date, time } = toLocalDateTime(startMs, viewerZone)
    const slot = { date, start: time, end: toLocalDateTime(endMs, viewerZone).time, startMs, endMs }
    const sameDate = byDate.get(date)
    if (sameDate) sameDate.push(slot)
    else byDate.set(date, [slot])
  }
  return byDate
}

/** The dates from `first` to `last` on the clocks of a viewer, and the instant from which slots aren't shown
 *  any more (epoch ms; as far as the dates reach when left out). */
export interface ViewerRange {
  first: LocalDate
  last: LocalDate
  viewerZone: Zone
  untilMs?: number
}

/** The free slots of each date as a viewer elsewhere sees them: every date is there, in order, if only with an
 *  empty list. Throws RangeError as `listFreeSlots` does. */
export function listSlotsByDate(input: Availability & ViewerRange): Map<LocalDate, ViewerSlot[]> {
  const byDate = groupByViewerDate(listFreeSlots({ ...input, ...instantsOf(input) }), input.viewerZone)
  return eachDate(input, (date) => byDate.get(date) ?? [])
}

/** How many slots of each date are free and how many are booked, as a viewer elsewhere sees them: every date is
 *  there, in order. Cut as `listSlotsByDate` cuts, so a month counts what its days list. A date that has slots, none
 *  of them free, is full; one without any is closed. Throws RangeError as `listFreeSlots` does. */
export function countSlotsByDate(
  input: Availability & ViewerRange,
): Map<LocalDate, { free: number; booked: number }> {
  const counts = eachDate(input, () => ({ free: 0, booked: 0 }))
  for (const { startMs, isBooked } of openSlots({ ...input, ...instantsOf(input) })) {
    const ofDate = counts.get(toLocalDate(startMs, input.viewerZone))
    if (ofDate) ofDate[isBooked ? 'booked' : 'free'] += 1
  }
  return counts
}

function instantsOf({ first, last, viewerZone, untilMs }: ViewerRange): { fromMs: number; toMs: number } {
  const { startMs, endMs } = toDateInterval(first, last, viewerZone)
  // Where clocks go back over midnight, the last date comes back after the next one has begun.
  const toMs = endMs + 3 * HOUR_MS
  return { fromMs: startMs, toMs: untilMs === undefined ? toMs : Math.min(toMs, untilMs) }
}

function eachDate<Value>(
  { first, last }: Pick<ViewerRange, 'first' | 'last'>,
  make: (date: LocalDate) => Value,
): Map<LocalDate, Value> {
  const days = new Map<LocalDate, Value>()
  for (let date = first; date <= last; date = addDays(date, 1)) days.set(date, make(date))
  return days
}

/** The slots next to each other that make up exactly the window, or null when they don't: every offered slot
 *  can be booked and nothing else can (decisions §4, §5). The slots must not overlap, as `listFreeSlots` gives. */
export function coverBySlots<Piece extends Interval>(
  window: Interval,
  slots: readonly Piece[],
): Piece[] | null {
  const byStart = new Map(slots.map((slot) => [slot.startMs, slot]))
  const cover: Piece[] = []
  let reachedMs = window.startMs
  while (reachedMs < window.endMs) {
    const slot = byStart.get(reachedMs)
    if (!slot) return null
    cover.push(slot)
    reachedMs = slot.endMs
  }
  return cover.length > 0 && reachedMs === window.endMs ? cover : null
}

/** The slots that make up a wall window in a viewer's zone, or null. Where its times occur twice, the shortest
 *  reading that whole slots cover counts: a slot shown in a list is thereby found again. Two slots of one
 *  night that show the same times can be told apart by their instants alone: use coverBySlots for those. */
export function coverLocalWindow<Piece extends Interval>(
  window: LocalWindow,
  zone: Zone,
  slots: readonly Piece[],
): Piece[] | null {
  for (const interval of toPossibleIntervals(window, zone)) {
    const cover = coverBySlots(interval, slots)
    if (cover) return cover
  }
  return null
}
