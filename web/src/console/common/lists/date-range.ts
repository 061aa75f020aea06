import { ANALYTICS_DEFAULT_DAYS, ANALYTICS_MAXIMUM_DAYS } from '@tendwell/contract/console/users'
import { addDays, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import { localDateSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import { now } from '../../../lib/format/clock.ts'
import { formatDay } from '../../../lib/format/format.ts'

/** UTC dates, both inclusive. An empty one leaves that end open. */
export interface DateRange {
  from: string
  to: string
}

export const anyDate: DateRange = { from: '', to: '' }

const optionalDate = z.union([z.literal(''), localDateSchema])

/** The dates of a list's filter, which may be of any length. */
export const dateRangeSchema = z
  .object({ from: optionalDate, to: optionalDate })
  .refine(({ from, to }) => from === '' || to === '' || from <= to, {
    path: ['to'],
    error: 'Choose an end date on or after the start date',
  })

/** The dates of analytics: at most five years, and until today when the end is open. */
export function analyticsRangeSchema(today: LocalDate) {
  return dateRangeSchema
    .refine(({ from, to }) => to !== '' || from <= today, {
      path: ['from'],
      error: 'Choose today or an earlier date',
    })
    .refine(({ from, to }) => from === '' || from >= addDays(to || today, 1 - ANALYTICS_MAXIMUM_DAYS), {
      path: ['from'],
      error: 'The range can cover at most five years',
    })
}

/** Today in UTC. */
export function utcToday(): LocalDate {
  return toLocalDate(now(), 'UTC')
}

/** The dates of the figures: at first the last 30 days, which the server uses as well. */
export function resolveSummaryRange({ from, to }: DateRange, today: LocalDate): DateRange {
  const end = to || today
  return { from: from || addDays(end, 1 - ANALYTICS_DEFAULT_DAYS), to: end }
}

/** The dates of the charts: at first the last 12 months, this one included. */
export function resolveSeriesRange(range: DateRange, today: LocalDate): DateRange {
  if (range.from || range.to) return resolveSummaryRange(range, today)
  const [year, month] = today.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10), to: today }
}

/** The range as query fields of the API. */
export function toDateQuery({ from, to }: DateRange): { date_from?: string; date_to?: string } {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) }
}

/** `Nov 1, 2026 – Nov 20, 2026`, or `anyLabel` for a range without ends. */
export function formatRange({ from, to }: DateRange, anyLabel: string): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : anyLabel
}
