import type { Transaction } from '../../../platform/database/database.ts'
import { analyticsDays, analyticsMonths } from '../tables.ts'

/** Adds the revenue of past days; a day that is already stored is not changed. */
export async function insertDays(
  transaction: Transaction,
  days: (typeof analyticsDays.$inferInsert)[],
): Promise<void> {
  await transaction.insert(analyticsDays).values(days).onConflictDoNothing()
}

/** Adds the counts of a past month; a month that is already stored is not changed. */
export async function insertMonth(
  transaction: Transaction,
  month: typeof analyticsMonths.$inferInsert,
): Promise<void> {
  await transaction.insert(analyticsMonths).values(month).onConflictDoNothing()
}
