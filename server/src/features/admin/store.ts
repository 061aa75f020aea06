import type { Transaction } from '../../platform/database.ts'
import { analyticsDays, analyticsMonths } from './tables.ts'

/** Keeps days that are over; one that is kept stays as it is. */
export async function insertDays(
  transaction: Transaction,
  days: (typeof analyticsDays.$inferInsert)[],
): Promise<void> {
  await transaction.insert(analyticsDays).values(days).onConflictDoNothing()
}

/** Keeps a month that is over; one that is kept stays as it is. */
export async function insertMonth(
  transaction: Transaction,
  month: typeof analyticsMonths.$inferInsert,
): Promise<void> {
  await transaction.insert(analyticsMonths).values(month).onConflictDoNothing()
}
