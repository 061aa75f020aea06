/** Periods and comparisons of the analytics, in UTC days. @see docs/rules/console.md#analytics */
import {
  ANALYTICS_DEFAULT_DAYS,
  ANALYTICS_MAXIMUM_DAYS,
  type AnalyticsBucket,
  DAILY_MAXIMUM_DAYS,
} from '@tendwell/contract/console/users'
import { addDays, DAY_MS, type LocalDate } from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'

/** UTC days, both included. */
export type Period = { from: LocalDate; to: LocalDate }

/** The dates of a call's query; either may be missing. */
export type DateRange = { date_from?: string; date_to?: string }
export type SeriesRange = DateRange & { bucket: AnalyticsBucket }

const WEEK_DAYS = 7
/** How many weeks or months a series has if the call gives no first day. */
const SERIES_WEEKS = 12
const SERIES_MONTHS = 12
const MONTH_LABEL = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAY_LABEL = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** @returns the period of the same length that ends on the day before this one */
export function toPreviousPeriod(period: Period): Period {
  return { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) }
}

/**
 * @returns the period that a call asks for, by default the 30 days that end with `today`
 * @throws AppError 400 for a range that ends before it begins or is longer than five years
 */
export function requirePeriod(range: DateRange, today: LocalDate): Period {
  return requireValidRange(range, today, (to) => addDays(to, 1 - ANALYTICS_DEFAULT_DAYS))
}

/**
 * @param getDefaultFrom the first day if the call gives none, by the last day
 * @throws AppError 400 for a range that ends before it begins or is longer than five years
 */
function requireValidRange(
  range: DateRange,
  today: LocalDate,
  getDefaultFrom: (to: LocalDate) => LocalDate,
): Period {
  const to = range.date_to ?? today
  const from = range.date_from ?? getDefaultFrom(to)
  if (from > to) throw invalid({ date_from: ["The start date can't be after the end date"] })
  if (countDays({ from, to }) > ANALYTICS_MAXIMUM_DAYS)
    throw invalid({ date_from: ['The range can cover at most five years'] })
  return { from, to }
}

/** @returns the seven days that end with the period */
export function toLastWeek({ to }: Period): Period {
  return { from: addDays(to, 1 - WEEK_DAYS), to }
}

/** @returns the days from January 1 to the end of a period */
export function toYearToDate({ to }: Period): Period {
  return { from: `${to.slice(0, 4)}-01-01`, to }
}

/**
 * @returns the change in percent with one decimal, 0 if both values are 0; null if only the earlier one is
 */
export function calculateChangePct(earlier: number, later: number): number | null {
  if (earlier === 0) return later === 0 ? 0 : null
  return Math.round(((later - earlier) / Math.abs(earlier)) * 1_000) / 10
}

/** A day, week or month of a series. The first and last may be cut off by the range. */
export type Bucket = Period & { label: string; isWholeMonth: boolean }

/** The day with which a series begins if the call gives no first day, by the last day. */
const DEFAULT_FROM: Record<AnalyticsBucket, (to: LocalDate) => LocalDate> = {
  day: (to) => addDays(to, 1 - ANALYTICS_DEFAULT_DAYS),
  week: (to) => addDays(toWeekStart(to), WEEK_DAYS * (1 - SERIES_WEEKS)),
  month: (to) => toMonthStart(to, 1 - SERIES_MONTHS),
}

/**
 * @returns the days, weeks or months of the given range, oldest first
 * @throws AppError 400 for a range that ends before it begins or is longer than five years, and for single
 *   days of more than a year
 */
export function listBuckets({ bucket, ...range }: SeriesRange, today: LocalDate): Bucket[] {
  const period = requireValidRange(range, today, DEFAULT_FROM[bucket])
  if (bucket === 'month') {
    return splitByMonth(period).map(({ start, end, from, to }) => ({
      from,
      to,
      label: MONTH_LABEL.format(toDate(start)),
      isWholeMonth: from === start && to === end,
    }))
  }
  if (bucket === 'day' && countDays(period) > DAILY_MAXIMUM_DAYS) {
    throw invalid({ bucket: ['Days can cover at most a year. Choose weeks or months'] })
  }
  return splitByDays(period, bucket === 'day' ? 1 : WEEK_DAYS).map(({ from, to }) => ({
    from,
    to,
    // Ordinary spaces, because the thin ones of `formatRange` look like a mistake in a table.
    label: DAY_LABEL.formatRange(toDate(from), toDate(to)).replaceAll('\u2009', ' '),
    isWholeMonth: false,
  }))
}

function toDate(day: LocalDate): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** @returns the Monday of a date's week */
function toWeekStart(date: LocalDate): LocalDate {
  // `getUTCDay` is 0 on Sundays, so this is 0 on Mondays and 6 on Sundays.
  return addDays(date, -((toDate(date).getUTCDay() + 6) % WEEK_DAYS))
}

/**
 * @param daysPerPart 1 for days, 7 for weeks
 * @returns the days of a period, or its weeks, the first and the last of which may be shorter
 */
function splitByDays({ from: first, to: last }: Period, daysPerPart: number): Period[] {
  const parts = []
  const start = daysPerPart === 1 ? first : toWeekStart(first)
  for (let from = start; from <= last; from = addDays(from, daysPerPart)) {
    const to = addDays(from, daysPerPart - 1)
    parts.push({ from: from < first ? first : from, to: to > last ? last : to })
  }
  return parts
}

/** @returns the first day of a date's month, or of the month `monthsLater` months later */
export function toMonthStart(date: LocalDate, monthsLater = 0): LocalDate {
  const monthIndex = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + monthsLater
  return `${String(Math.floor(monthIndex / 12)).padStart(4, '0')}-${String((monthIndex % 12) + 1).padStart(2, '0')}-01`
}

/**
 * @returns the days of a period as a bit mask for each month, as `active_months` stores them: bit 0 is the
 *   month's first day
 */
export function toDayMasks(period: Period): { month: LocalDate; days: number }[] {
  return splitByMonth(period).map(({ start, from, to }) => ({
    month: start,
    // 2 ** n - 1 has the bits of the first n days: here those until `to`, less those before `from`.
    days: 2 ** Number(to.slice(8)) - 2 ** (Number(from.slice(8)) - 1),
  }))
}

/** @returns each month's first and last day (`start`, `end`) and its part of the period (`from`, `to`) */
function splitByMonth({ from, to }: Period): (Period & { start: LocalDate; end: LocalDate })[] {
  const months = []
  for (let start = toMonthStart(from); start <= to; start = toMonthStart(start, 1)) {
    const end = addDays(toMonthStart(start, 1), -1)
    months.push({ start, end, from: start < from ? from : start, to: end > to ? to : end })
  }
  return months
}
