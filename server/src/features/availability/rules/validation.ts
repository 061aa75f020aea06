import {
  BOOKED_RANGE_DAYS_MAXIMUM,
  RULES_PER_WEEKDAY_MAXIMUM,
} from '@tendwell/contract/availability/availability'
import type { WeeklyRule } from '@tendwell/contract/availability/slots'
import { validateWindows, WINDOW_MESSAGES, weeklyHoursOverlap } from '@tendwell/contract/availability/windows'
import {
  addDays,
  DAY_MS,
  type Interval,
  type LocalDate,
  toDayNumber,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import { conflict, forbidden, invalid, invalidRequest } from '../../../platform/errors.ts'

/** How far ahead hours can be set. The calendars on the screens end with the third year from now. */
const EDITABLE_DAYS_AHEAD = 4 * 366

// Small enough that all time off fits on one page of its list.
const TIME_OFF_MAXIMUM = 100

/** Requires a verified caregiver. @throws AppError 403 @see docs/rules/availability.md#who-may-edit */
export function requireVerified(verificationStatus: string): void {
  if (verificationStatus !== 'verified') throw forbidden('Your profile is pending admin verification')
}

/**
 * Requires a range of dates for which booked times may be listed.
 * @throws AppError 400 on `date_to` when the dates are in the wrong order or the range is too long
 */
export function requireBookedRange({ first, last }: { first: LocalDate; last: LocalDate }): void {
  if (last < first) throw invalid({ date_to: ['date_to must not be before date_from'] })
  if (toDayNumber(last) - toDayNumber(first) >= BOOKED_RANGE_DAYS_MAXIMUM) {
    throw invalid({ date_to: [`The range can cover at most ${BOOKED_RANGE_DAYS_MAXIMUM} days`] })
  }
}

/**
 * Requires a date from today, in the caregiver's zone, to as far ahead as hours can be set.
 * @throws AppError 400 on `date_local`
 * @see docs/rules/availability.md#date-overrides
 */
export function requireEditableDate(date: LocalDate, zone: Zone, nowMs: number): void {
  const today = toLocalDate(nowMs, zone)
  if (date < today) throw invalid({ date_local: ['Past days cannot be changed'] })
  if (date > addDays(today, EDITABLE_DAYS_AHEAD)) {
    throw invalid({ date_local: ['Hours can be set for the next four years'] })
  }
}

/**
 * Requires time off that starts today or later in the caregiver's zone, has not ended, and ends no later than
 * hours can be set.
 * @param interval of the time off, in epoch ms
 * @throws AppError 400 on `start_utc` or `end_utc`
 * @see docs/rules/availability.md#time-off
 */
export function requireEditableTimeOff(interval: Interval, zone: Zone, nowMs: number): void {
  if (interval.endMs > nowMs + EDITABLE_DAYS_AHEAD * DAY_MS) {
    throw invalid({ end_utc: ['Time off can be set for the next four years'] })
  }
  // Two days ago is a past day in every zone.
  if (
    interval.endMs <= nowMs ||
    interval.startMs < nowMs - 2 * DAY_MS ||
    toLocalDate(interval.startMs, zone) < toLocalDate(nowMs, zone)
  ) {
    throw invalid({ start_utc: ['Past days cannot be changed'] })
  }
}

/** Requires that another period of time off may be planned. @throws AppError 409 if the maximum is reached */
export function requireTimeOffBelowLimit(plannedCount: number): void {
  if (plannedCount >= TIME_OFF_MAXIMUM) {
    throw conflict(`You can plan at most ${TIME_OFF_MAXIMUM} periods of time off`)
  }
}

/**
 * Requires a weekly rule that starts before it ends, overlaps no other rule, and stays within the limit.
 * @param otherRules of the same caregiver, in wall time
 * @throws AppError 400
 * @see docs/rules/availability.md#weekly-hours
 */
export function requireRuleFits(rule: WeeklyRule, otherRules: readonly WeeklyRule[]): void {
  const messages = validateWindows([rule])
  if (messages.length > 0) throw invalid({ end: messages })
  if (otherRules.some((other) => weeklyHoursOverlap([rule, other]))) {
    throw invalidRequest(WINDOW_MESSAGES.overlap)
  }
  if (otherRules.filter(({ weekday }) => weekday === rule.weekday).length >= RULES_PER_WEEKDAY_MAXIMUM) {
    throw invalid({ weekday: [`A weekday can have at most ${RULES_PER_WEEKDAY_MAXIMUM} windows`] })
  }
}

/**
 * Requires new rules for whole weekdays that overlap neither each other nor the rules of other weekdays.
 * @throws AppError 400 on `windows`
 * @see docs/rules/availability.md#weekly-hours
 */
export function requireWeekFits(newRules: readonly WeeklyRule[], otherRules: readonly WeeklyRule[]): void {
  const messages = new Set(newRules.flatMap((rule) => validateWindows([rule])))
  if (weeklyHoursOverlap([...newRules, ...otherRules])) messages.add(WINDOW_MESSAGES.overlap)
  if (messages.size > 0) throw invalid({ windows: [...messages] })
}
