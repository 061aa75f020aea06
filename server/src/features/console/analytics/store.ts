import type { LocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { activeMonths } from '../../sign-in/index.ts'
import { analyticsDays, analyticsMonths, analyticsReturns } from '../tables.ts'
import { toMonthStart } from './periods.ts'

/** Adds the revenue of past days; a day that is already stored is not changed. */
export async function insertDays(
  transaction: Transaction,
  days: (typeof analyticsDays.$inferInsert)[],
): Promise<void> {
  await transaction.insert(analyticsDays).values(days).onConflictDoNothing()
}

/**
 * Adds how many people were active on a past day, by the day on which they had been active before; a count that
 * is already stored is not changed.
 */
export async function insertReturns(transaction: Transaction, day: LocalDate): Promise<void> {
  const month = toMonthStart(day)
  // The bit of this day of the month; the bits of the days before it are one less.
  const bit = 2 ** (Number(day.slice(8)) - 1)
  await transaction.execute(sql`
    INSERT INTO ${analyticsReturns} (day, previous_day, people)
    SELECT ${day}::date, coalesce(previous_day, '-infinity'), count(*)
    FROM ${activeMonths} AS active
    LEFT JOIN LATERAL (
      -- The highest bit is the last day, and bit 0, the 32nd from the left, the month's first.
      SELECT month + 32 - position(B'1' IN earlier_days::bit(32)) AS previous_day
      FROM (
        SELECT month, CASE month WHEN ${month} THEN days & ${bit - 1}::int ELSE days END AS earlier_days
        FROM ${activeMonths} AS earlier WHERE earlier.user_id = active.user_id AND month <= ${month}) AS earlier
      WHERE earlier_days <> 0 ORDER BY month DESC LIMIT 1) AS earlier ON true
    WHERE active.month = ${month} AND active.days & ${bit}::int <> 0
    GROUP BY previous_day ON CONFLICT DO NOTHING`)
}

/** Adds the counts of a past month; a month that is already stored is not changed. */
export async function insertMonth(
  transaction: Transaction,
  month: typeof analyticsMonths.$inferInsert,
): Promise<void> {
  await transaction.insert(analyticsMonths).values(month).onConflictDoNothing()
}
