import { BOOKED_RANGE_DAYS_MAXIMUM } from '@tendwell/contract/availability'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { type Availability, listFreeSlots, type Slot } from '@tendwell/contract/slots'
import {
  addDays,
  DAY_MS,
  getWeekday,
  type Interval,
  type LocalDate,
  type LocalTime,
  toDayNumber,
  toLocalDate,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { toEndMinutes, toOpeningInterval, WINDOW_MESSAGES, type Window } from '@tendwell/contract/windows'
import { conflict, forbidden, invalid, invalidRequest } from '../../platform/errors.ts'

/** How far ahead hours can be set: the calendars reach to the end of the third year from now (marketplace §9). */
const SETTING_AHEAD_DAYS = 4 * 366

/** Each fits a page of its list. */
const TIME_OFF_MAXIMUM = 100
const RULES_A_WEEKDAY_MAXIMUM = 12

/** The instant (epoch ms) from which slots are not offered yet: a request reaches a year ahead (decisions §5). */
export function offerEndMs(nowMs: number): number {
  return nowMs + REQUEST_AHEAD_MAXIMUM_DAYS * DAY_MS
}

/** The slots that a family can be offered and can request, sorted, that start in [fromMs, toMs). */
export function offeredSlots(
  availability: Availability,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Slot[] {
  return listFreeSlots({ ...availability, fromMs, toMs: Math.min(toMs, offerEndMs(availability.nowMs)) })
}

/** Whether a live booking overlaps the window of that date (decisions §4). `zone` is the caregiver's. */
export function isBooked(
  date: LocalDate,
  window: Pick<Window, 'start' | 'end'>,
  zone: Zone,
  booked: readonly Interval[],
): boolean {
  const { startMs, endMs } = toOpeningInterval(date, window, zone)
  return booked.some((taken) => taken.startMs < endMs && startMs < taken.endMs)
}

/** Live bookings by the dates, in the caregiver's zone, whose hours they can lie in: that on which one begins and,
 *  where it goes past midnight, that on which it ends. */
export function bookedByDate(booked: readonly Interval[], zone: Zone): Map<LocalDate, Interval[]> {
  const byDate = new Map<LocalDate, Interval[]>()
  for (const taken of booked) {
    for (const date of new Set([toLocalDate(taken.startMs, zone), toLocalDate(taken.endMs - 1, zone)])) {
      const ofDate = byDate.get(date)
      if (ofDate) ofDate.push(taken)
      else byDate.set(date, [taken])
    }
  }
  return byDate
}

/** The dates on which live bookings lie in weekly hours, of those without hours of their own. */
export function bookedDatesOf(
  rule: { weekday: number; start: LocalTime; end: LocalTime },
  zone: Zone,
  weekly: ReadonlyMap<LocalDate, readonly Interval[]>,
): LocalDate[] {
  return [...weekly]
    .filter(([date, booked]) => getWeekday(date) === rule.weekday && isBooked(date, rule, zone, booked))
    .map(([date]) => date)
    .sort()
}

/** @throws AppError 400 on `date_to` for dates the wrong way round, or too many */
export function requireBookedRange({ first, last }: { first: LocalDate; last: LocalDate }): void {
  if (last < first) throw invalid({ date_to: ['date_to must not be before date_from'] })
  if (toDayNumber(last) - toDayNumber(first) >= BOOKED_RANGE_DAYS_MAXIMUM) {
    throw invalid({ date_to: [`At most ${BOOKED_RANGE_DAYS_MAXIMUM} days at once`] })
  }
}

/** From the first start to the last end of at least one interval. */
export function spanOf(intervals: readonly Interval[]): Interval {
  return {
    startMs: Math.min(...intervals.map(({ startMs }) => startMs)),
    endMs: Math.max(...intervals.map(({ endMs }) => endMs)),
  }
}

function isSame(a: Window, b: Window): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.slotMinutes === b.slotMinutes &&
    a.bufferMinutes === b.bufferMinutes
  )
}

/**
 * Holds the hours of a date against what shall replace them.
 * @throws AppError 400 that names each booked window that would be changed or removed (decisions §4)
 */
export function requireBookedKept(
  day: { date: LocalDate; zone: Zone; booked: readonly Interval[] },
  before: readonly Window[],
  after: readonly Window[],
): void {
  const messages = before
    .filter((window) => !after.some((kept) => isSame(window, kept)))
    .filter((window) => isBooked(day.date, window, day.zone, day.booked))
    .map(
      ({ start, end }) =>
        `The window ${start}–${end} on ${day.date} is booked and cannot be changed or removed`,
    )
  if (messages.length > 0) throw invalid({ windows: messages })
}

/**
 * Lets hours be set for today and later, in the caregiver's zone, as far as calendars reach.
 * @throws AppError 400 on `date_local`
 */
export function requireOpenDate(date: LocalDate, zone: Zone, nowMs: number): void {
  const today = toLocalDate(nowMs, zone)
  if (date < today) throw invalid({ date_local: ['Past days cannot be changed'] })
  if (date > addDays(today, SETTING_AHEAD_DAYS)) {
    throw invalid({ date_local: ['Hours can be set for the next four years'] })
  }
}

/**
 * Lets time off begin today or later, in the caregiver's zone, and end as far ahead as calendars reach.
 * @throws AppError 400 on `start_utc` or `end_utc`
 */
export function requireOpenTimeOff(off: Interval, zone: Zone, nowMs: number): void {
  if (off.endMs > nowMs + SETTING_AHEAD_DAYS * DAY_MS) {
    throw invalid({ end_utc: ['Time off can be set for the next four years'] })
  }
  if (
    off.endMs <= nowMs ||
    off.startMs < nowMs - 2 * DAY_MS ||
    toLocalDate(off.startMs, zone) < toLocalDate(nowMs, zone)
  ) {
    throw invalid({ start_utc: ['Past days cannot be changed'] })
  }
}

/**
 * Holds weekly hours against the others of their weekday.
 * @param others the caregiver's weekly hours that stay, in wall time
 * @throws AppError 400 with the specification's messages (marketplace §5)
 */
export function requireRuleFits(
  rule: { weekday: number; start: LocalTime; end: LocalTime },
  others: readonly { weekday: number; startLocal: LocalTime; endLocal: LocalTime }[],
): void {
  const start = toMinutes(rule.start)
  const end = toEndMinutes(rule.end)
  if (start >= end) throw invalid({ end: [WINDOW_MESSAGES.order] })
  const sameDay = others.filter(({ weekday }) => weekday === rule.weekday)
  if (sameDay.some((other) => toMinutes(other.startLocal) < end && start < toEndMinutes(other.endLocal))) {
    throw invalidRequest(WINDOW_MESSAGES.overlap)
  }
  if (sameDay.length >= RULES_A_WEEKDAY_MAXIMUM) {
    throw invalid({ weekday: [`At most ${RULES_A_WEEKDAY_MAXIMUM} weekly windows a day`] })
  }
}

/** @throws AppError 403 unless the caregiver is verified (decisions §4) */
export function requireVerified(status: string): void {
  if (status !== 'verified') throw forbidden('Your profile is pending admin verification')
}

/** @throws AppError 409 when that much time off is already planned */
export function requireTimeOffRoom(planned: number): void {
  if (planned >= TIME_OFF_MAXIMUM) throw conflict(`At most ${TIME_OFF_MAXIMUM} times off can be planned`)
}
