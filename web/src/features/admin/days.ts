import { ANALYTICS_DEFAULT_DAYS, ANALYTICS_MAXIMUM_DAYS } from '@tendwell/contract/admin'
import { addDays } from '@tendwell/contract/time'
import { localDateSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/format.ts'

/** Days of UTC, both included; an empty one is no bound. */
export interface DayRange {
  from: string
  to: string
}

export const everyDay: DayRange = { from: '', to: '' }

const daySchema = z.union([z.literal(''), localDateSchema])

/** Days that narrow a list: either bound may be left out, and they may be any number. */
export const listDays = z
  .object({ from: daySchema, to: daySchema })
  .refine(({ from, to }) => from === '' || to === '' || from <= to, {
    path: ['to'],
    error: 'The range must end on or after the day it begins',
  })

/** Days that analytics look at: without a last one they end today, and they are at most five years. */
export function analyticsDays(today: string) {
  return listDays
    .refine(({ from, to }) => to !== '' || from <= today, {
      path: ['from'],
      error: 'Choose today or an earlier day',
    })
    .refine(({ from, to }) => from === '' || lengthOf(from, to || today) <= ANALYTICS_MAXIMUM_DAYS, {
      path: ['from'],
      error: 'The range can cover at most five years',
    })
}

function lengthOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** The day of UTC by the product's clock. */
export function utcToday(): string {
  return new Date(now()).toISOString().slice(0, 10)
}

/** The days of a summary as the server counts them, with both bounds. */
export function summaryDays({ from, to }: DayRange, today: string): DayRange {
  const end = to || today
  return { from: from || addDays(end, 1 - ANALYTICS_DEFAULT_DAYS), to: end }
}

/** A range as the server takes it: nothing for what is empty. */
export function asQuery({ from, to }: DayRange): { date_from?: string; date_to?: string } {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) }
}

/** `Nov 1, 2026 – Nov 20, 2026`; `otherwise` for no bound at all. */
export function rangeWords({ from, to }: DayRange, otherwise: string): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `Since ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : otherwise
}
