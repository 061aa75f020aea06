import type { TimeOff } from '@tendwell/contract/availability/availability'
import {
  addDays,
  DAY_MS,
  type Interval,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
  resolveWallTime,
  toDateInterval,
  toDayNumber,
  toLocalDate,
  toMinutes,
  type Zone,
} from '@tendwell/contract/time'
import { toInterval, toUtcTimes } from '../../../lib/format/instants.ts'

export interface TimeOffPeriod {
  first: LocalDate
  last: LocalDate
  isWholeDays: boolean
  from: LocalTime
  until: LocalTime
}

/** The period as an interval. @param zone the caregiver's */
export function toPeriodInterval(
  { first, last, isWholeDays, from, until }: TimeOffPeriod,
  zone: Zone,
): Interval {
  if (isWholeDays) return toDateInterval(first, last, zone)
  const at = (date: LocalDate, time: LocalTime) =>
    resolveWallTime(toDayNumber(date) * DAY_MS + toMinutes(time) * MINUTE_MS, zone)
  // As an end, 00:00 is the midnight that ends the day.
  return { startMs: at(first, from), endMs: at(until === '00:00' ? addDays(last, 1) : last, until) }
}

export function toTimeOffBody(span: TimeOffPeriod, zone: Zone): Pick<TimeOff, 'start_utc' | 'end_utc'> {
  return toUtcTimes(toPeriodInterval(span, zone))
}

/** The first and last day if the time off covers whole days, else null. */
export function getWholeDays(off: TimeOff, zone: Zone): { first: LocalDate; last: LocalDate } | null {
  const { startMs, endMs } = toInterval(off)
  const first = toLocalDate(startMs, zone)
  const last = toLocalDate(endMs - 1, zone)
  const whole = toDateInterval(first, last, zone)
  return whole.startMs === startMs && whole.endMs === endMs ? { first, last } : null
}
