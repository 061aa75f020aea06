/** Periods and comparisons of the analytics (decisions §9): pure, in days of UTC. */
import { ANALYTICS_DEFAULT_DAYS, ANALYTICS_MAXIMUM_DAYS } from '@tendwell/contract/admin'
import { addDays, type LocalDate } from '@tendwell/contract/time'
import { invalid } from '../../platform/errors.ts'

/** Days of UTC, both included. */
export type Period = { from: LocalDate; to: LocalDate }

const WEEK_DAYS = 7
const SERIES_MONTHS = 12
const MONTH_LABEL = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** How many days a period has. */
export function lengthOf({ from, to }: Period): number {
  return daysBetween(from, to) + 1
}

/** The period of the same length that ends where this one begins. */
export function before(period: Period): Period {
  return { from: addDays(period.from, -lengthOf(period)), to: addDays(period.from, -1) }
}

export type Asked = { date_from?: string; date_to?: string }

/** The days to look at: those asked for, or the last 30 up to `today`. @throws AppError 400 as `rangeOf` */
export function periodOf(asked: Asked, today: LocalDate): Period {
  return rangeOf(asked, today, (to) => addDays(to, 1 - ANALYTICS_DEFAULT_DAYS))
}

/** @throws AppError 400 for a range that ends before it begins, and for one of more than five years */
function rangeOf(asked: Asked, today: LocalDate, defaultFrom: (to: LocalDate) => LocalDate): Period {
  const to = asked.date_to ?? today
  const from = asked.date_from ?? defaultFrom(to)
  if (from > to) throw invalid({ date_from: ['The range must begin before it ends'] })
  if (lengthOf({ from, to }) > ANALYTICS_MAXIMUM_DAYS)
    throw invalid({ date_from: ['Choose at most five years'] })
  return { from, to }
}

/** The seven days that end with a period. */
export function weekOf({ to }: Period): Period {
  return { from: addDays(to, 1 - WEEK_DAYS), to }
}

/** From 1 January of the year in which a period ends. */
export function yearToDate({ to }: Period): Period {
  return { from: `${to.slice(0, 4)}-01-01`, to }
}

/** The change from one number to another in percent with one decimal; null from nothing to something. */
export function changePct(earlier: number, later: number): number | null {
  if (earlier === 0) return later === 0 ? 0 : null
  return Math.round(((later - earlier) / Math.abs(earlier)) * 1_000) / 10
}

/** A month of a series, or the part of it that was asked for. */
export type MonthPart = Period & { label: string; isWhole: boolean }

/**
 * The months of a series, oldest first: those that were asked for, or the last 12 with the one of `today`.
 * @throws AppError 400 as `rangeOf`
 */
export function monthsOf(asked: Asked, today: LocalDate): MonthPart[] {
  const { from, to } = rangeOf(asked, today, (end) => monthStart(end, 1 - SERIES_MONTHS))
  const months: MonthPart[] = []
  for (let start = monthStart(from, 0); start <= to; start = monthStart(start, 1)) {
    const end = addDays(monthStart(start, 1), -1)
    const part = { from: start < from ? from : start, to: end > to ? to : end }
    const label = MONTH_LABEL.format(new Date(`${start}T00:00:00Z`))
    months.push({ ...part, label, isWhole: part.from === start && part.to === end })
  }
  return months
}

/** The first day of a date's month, or of one so many months later. */
export function monthStart(date: LocalDate, monthsLater: number): LocalDate {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + monthsLater
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`
}

/** A period as the bits of its months' days, as `active_months` keeps them. */
export function dayBitsOf({ from, to }: Period): { month: LocalDate; days: number }[] {
  const bits: { month: LocalDate; days: number }[] = []
  for (let start = monthStart(from, 0); start <= to; start = monthStart(start, 1)) {
    const end = addDays(monthStart(start, 1), -1)
    const first = Number((start < from ? from : start).slice(8))
    const last = Number((end > to ? to : end).slice(8))
    bits.push({ month: start, days: 2 ** last - 2 ** (first - 1) })
  }
  return bits
}
