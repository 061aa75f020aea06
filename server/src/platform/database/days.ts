import { DAY_MS, type LocalDate } from '@tendwell/contract/time'
import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** @returns the start of a UTC day, or of the day `daysLater` days later: with 1, the end of the day */
export function dayStart(date: LocalDate, daysLater = 0): Date {
  return new Date(new Date(`${date}T00:00:00Z`).getTime() + daysLater * DAY_MS)
}

/** SQL: whether an instant is within the UTC days from `date_from` to `date_to`, both included. */
export function onDays(
  instant: PgColumn,
  { date_from: from, date_to: to }: { date_from?: LocalDate; date_to?: LocalDate },
): SQL | undefined {
  return and(from ? gte(instant, dayStart(from)) : undefined, to ? lt(instant, dayStart(to, 1)) : undefined)
}
