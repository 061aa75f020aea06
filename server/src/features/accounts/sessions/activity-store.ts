import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database.ts'
import { activeMonths } from '../tables.ts'

/**
 * Notes that a person was active on a day; more than once a day changes nothing.
 * @param day of UTC
 */
export async function insertActivity(transaction: Transaction, userId: number, day: string): Promise<void> {
  const days = 2 ** (Number(day.slice(8)) - 1)
  await transaction
    .insert(activeMonths)
    .values({ month: `${day.slice(0, 7)}-01`, userId, days })
    .onConflictDoUpdate({
      target: [activeMonths.month, activeMonths.userId],
      set: { days: sql`${activeMonths.days} | excluded.days` },
      setWhere: sql`${activeMonths.days} & excluded.days = 0`,
    })
}
