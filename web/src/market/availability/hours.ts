import {
  type BookedTime,
  type Override,
  type Rule,
  type TimeOff,
  toWeeklyRule,
  toWindow,
  type WindowBody,
} from '@tendwell/contract/availability/availability'
import {
  type Booked,
  type Calendar,
  getWindowsOn,
  listFreeSlots,
} from '@tendwell/contract/availability/slots'
import {
  getOverlap,
  mergeAdjacent,
  mustEndNextDay,
  toOpeningInterval,
  type Window,
} from '@tendwell/contract/availability/windows'
import type { OutsideBusyTime } from '@tendwell/contract/calendars/outside-calendars'
import {
  addDays,
  DAY_MS,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  toDateInterval,
  toLocalDate,
  toLocalDateTime,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { toInterval } from '../../lib/format/instants.ts'
import type { DayLook } from '../../ui/calendar-day.tsx'
import { type BusyHours, listBusyHours } from './day/busy-hours.ts'

export type HoursWindow = Override['windows'][number]

/** Everything that decides when a caregiver works, for one loaded month. */
export interface Schedule {
  zone: Zone
  overrides: readonly Override[]
  rules: readonly Rule[]
  timeOff: readonly TimeOff[]
  booked: readonly BookedTime[]
  outsideBusy: readonly OutsideBusyTime[]
  /** The numbers of free and booked slots on each date of the month, as families see them. */
  counts: ReadonlyMap<LocalDate, { free: number; booked: number }>
}

/** The wall time of a booking. An end that is not after the start is on the next day. */
export interface BookedHours {
  /** The date on which it begins. */
  day: LocalDate
  start: string
  end: string
  /** Whose booking or meeting it is. */
  by: Pick<BookedTime, 'family_name' | 'request_id' | 'meeting_status'>
}

type BookedInterval = Interval & Pick<BookedHours, 'by'>

/** The hours of a date, which are its own or the weekly ones. */
export interface DayHours {
  date: LocalDate
  override: Override | null
  windows: HoursWindow[]
  /** The bookings that touch the windows. */
  bookedHours: BookedHours[]
  /** The windows that must at least stay, because they are booked. */
  keptWindows: WindowBody[]
  /** The bookings on the date, without those in the night before. */
  bookings: BookedHours[]
  /** Bookings outside all windows, made before the hours changed. */
  stray: BookedHours[]
  timeOff: TimeOffHours | null
  /** What outside calendars close of the date's hours. */
  busy: BusyHours[]
}

/** How time off affects a date. */
export interface TimeOffHours {
  /** The whole date, all slots of its hours, or some of them. */
  closes: 'day' | 'hours' | 'part'
  /** The parts on the date and in its nights, in wall time; an end of 00:00 ends the date. */
  stretches: Pick<BookedHours, 'start' | 'end'>[]
  /** The days of time off that begins on a later date and closes a night of this one; else null. */
  later: { first: LocalDate; last: LocalDate; nightEnd: LocalDate } | null
}

/** The schedule as the contract's slot functions expect it. */
export function toCalendar({
  zone,
  overrides,
  rules,
}: Pick<Schedule, 'zone' | 'overrides' | 'rules'>): Calendar {
  return {
    zone,
    rules: rules.map(toWeeklyRule),
    overrides: overrides.map((override) => ({
      date: override.date_local,
      isAvailable: override.is_available,
      windows: override.windows.map(toWindow),
    })),
  }
}

export function toTakenTime({ booked, timeOff, outsideBusy }: Omit<Schedule, 'counts'>): {
  booked: Booked[]
  timeOff: Interval[]
} {
  return {
    booked: booked.map((one) => ({ ...toInterval(one), bufferMs: one.buffer_minutes * MINUTE_MS })),
    timeOff: [...timeOff, ...outsideBusy].map(toInterval),
  }
}

/** The hours of a date, from its override or its weekday. @see docs/rules/availability.md#slots */
export function getDayHours(date: LocalDate, schedule: Schedule): DayHours {
  const { zone, overrides } = schedule
  const override = overrides.find((one) => one.date_local === date) ?? null
  const windows = getWindowsOn(date, toCalendar(schedule)).map((window) => ({
    start_local: window.start,
    end_local: window.end,
    ends_next_day: window.endsNextDay ?? false,
    slot_minutes: window.slotMinutes,
    buffer_minutes: window.bufferMinutes,
    booked: findBookings(toOpeningInterval(date, window, zone), schedule).length > 0,
  }))
  const openings = windows.map((window) => toOpeningInterval(date, toWindow(window), zone))
  const byStartMs = openings.flatMap((opening) =>
    findBookings(opening, schedule).map((booking) => [booking.startMs, booking] as const),
  )
  // A booking can touch two windows.
  const within = toBookedHours([...new Map(byStartMs).values()], zone)
  const bookings = listBookings(date, schedule)
  // A booking that started the day before belongs to that day's hours.
  const stray = bookings.filter(
    ({ start, day }) => day === date && !within.some((one) => one.start === start),
  )
  const bookedParts = windows.flatMap((window) =>
    listBookedParts(date, window, schedule).map((part) => ({ window, part })),
  )
  return {
    date,
    override,
    windows,
    bookedHours: within,
    keptWindows: bookedParts.map(({ window, part }) => toKeptWindow(date, window, part, zone)),
    bookings,
    stray,
    timeOff: getTimeOffHours(date, schedule),
    busy: listBusyHours(openings, schedule),
  }
}

/** The booked parts of a date's window. */
function listBookedParts(date: LocalDate, window: HoursWindow, schedule: Schedule): Interval[] {
  const opening = toOpeningInterval(date, toWindow(window), schedule.zone)
  return mergeAdjacent(findBookings(opening, schedule)).flatMap((booked) => getOverlap(booked, opening))
}

/**
 * The window that must at least stay for a booked part of a window. A window begins on its date, so for a part
 * after midnight the hours before it stay too.
 */
function toKeptWindow(date: LocalDate, window: HoursWindow, part: Interval, zone: Zone): WindowBody {
  const [from, to] = [toLocalDateTime(part.startMs, zone), toLocalDateTime(part.endMs, zone)]
  const start = from.date === date ? from.time : window.start_local
  return {
    ...toWindowBody(window),
    start_local: start,
    end_local: to.time,
    ends_next_day: mustEndNextDay(start, to.time),
  }
}

/** How time off affects a date; null if it doesn't. A night belongs to the date on which it begins. */
function getTimeOffHours(date: LocalDate, schedule: Schedule): TimeOffHours | null {
  const { zone } = schedule
  const day = toDateInterval(date, date, zone)
  const windows = getWindowsOn(date, toCalendar(schedule)).map((window) => ({
    window,
    ...toOpeningInterval(date, window, zone),
  }))
  const off = mergeAdjacent(schedule.timeOff.map(toInterval))
  const isDayOff = off.some(({ startMs, endMs }) => startMs <= day.startMs && day.endMs <= endMs)
  const within = isDayOff ? [day, ...windows] : windows
  const touching = off.filter((one) => within.some((hours) => getOverlap(one, hours).length > 0))
  if (touching.length === 0) return null
  const closed = windows.filter(({ window }) => !hasSlotsBeside(touching, date, window, zone))
  const closedNight = closed.find(({ endMs }) => endMs > day.endMs)
  const later = closedNight && touching.find(({ startMs }) => startMs >= day.endMs)
  const withNights = { ...day, endMs: Math.max(day.endMs, ...windows.map(({ endMs }) => endMs)) }
  return {
    closes: isDayOff ? 'day' : closed.length === windows.length ? 'hours' : 'part',
    stretches: touching
      .flatMap((one) => getOverlap(one, withNights))
      .map(({ startMs, endMs }) => ({
        start: toLocalDateTime(startMs, zone).time,
        end: toLocalDateTime(endMs, zone).time,
      })),
    later: later
      ? {
          first: toLocalDate(later.startMs, zone),
          last: toLocalDate(later.endMs - 1, zone),
          nightEnd: toLocalDate(closedNight.endMs - 1, zone),
        }
      : null,
  }
}

/** Whether a date's window has slots that time off leaves, be they booked or not. */
function hasSlotsBeside(timeOff: Interval[], date: LocalDate, window: Window, zone: Zone): boolean {
  const { startMs } = toDateInterval(date, date, zone)
  const calendar = { zone, rules: [], overrides: [{ date, isAvailable: true, windows: [window] }] }
  const days = { nowMs: startMs, fromMs: startMs, toMs: startMs + 2 * DAY_MS }
  return listFreeSlots({ calendar, booked: [], timeOff, ...days }).length > 0
}

/** The bookings in a window of a date, or on the whole date. */
export function listBookings(
  date: LocalDate,
  schedule: Omit<Schedule, 'counts'>,
  window?: WindowBody,
): BookedHours[] {
  const { zone } = schedule
  if (window) {
    return toBookedHours(findBookings(toOpeningInterval(date, toWindow(window), zone), schedule), zone)
  }
  const inNightBefore = new Set(listBookedInNightBefore(date, schedule).map(({ startMs }) => startMs))
  const onDate = findBookings(toDateInterval(date, date, zone), schedule)
  return toBookedHours(
    onDate.filter(({ startMs }) => !inNightBefore.has(startMs)),
    zone,
  )
}

/** The bookings in the night that begins the day before. */
function listBookedInNightBefore(date: LocalDate, schedule: Omit<Schedule, 'counts'>): BookedInterval[] {
  const dayBefore = addDays(date, -1)
  return getWindowsOn(dayBefore, toCalendar(schedule))
    .filter(({ endsNextDay }) => endsNextDay)
    .flatMap((window) => findBookings(toOpeningInterval(dayBefore, window, schedule.zone), schedule))
}

function toBookedHours(intervals: readonly BookedInterval[], zone: Zone): BookedHours[] {
  return intervals.map(({ startMs, endMs, by }) => {
    const { date: day, time: start } = toLocalDateTime(startMs, zone)
    return { day, start, end: toLocalDateTime(endMs, zone).time, by }
  })
}

function findBookings({ startMs, endMs }: Interval, { booked }: Pick<Schedule, 'booked'>): BookedInterval[] {
  return booked
    .map(({ family_name, request_id, meeting_status, ...times }) => ({
      ...toInterval(times),
      by: { family_name, request_id, meeting_status },
    }))
    .filter((taken) => taken.startMs < endMs && startMs < taken.endMs)
}

/** Whether families can still book the day: free, partly booked, full or closed. A meeting books no day. */
export function getDayLook(date: LocalDate, schedule: Schedule): DayLook {
  const { windows, bookings, timeOff, busy } = getDayHours(date, schedule)
  const free = schedule.counts.get(date)?.free ?? 0
  if (bookings.some(({ by }) => !isMeeting(by))) return { kind: free > 0 ? 'booked' : 'full' }
  const isOff = timeOff !== null && timeOff.closes !== 'part'
  if (windows.length > 0 && !isOff && free > 0) return { kind: 'free', word: 'open' }
  if (bookings.length > 0) return { kind: 'booked', word: 'meeting' }
  if (isOff) return { kind: 'closed', word: 'time off' }
  if (windows.length === 0) return { kind: 'closed' }
  return { kind: 'closed', word: busy.length > 0 ? 'busy' : 'no slots' }
}

/** Whether booked time is a meeting's, not a visit's. */
export function isMeeting({ meeting_status: status }: BookedHours['by']): boolean {
  return status !== null
}

/** The window as the API expects it. */
export function toWindowBody(window: HoursWindow | WindowBody): WindowBody {
  const { start_local, end_local, ends_next_day, slot_minutes, buffer_minutes } = window
  return { start_local, end_local, ends_next_day: ends_next_day ?? false, slot_minutes, buffer_minutes }
}

export function byStart(a: Pick<WindowBody, 'start_local'>, b: Pick<WindowBody, 'start_local'>): number {
  return toMinutes(a.start_local) - toMinutes(b.start_local)
}
