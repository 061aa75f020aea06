/** What a person's record shows of their disputes. @see docs/rules/console.md#records */
import { count, eq, or, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { disputes } from '../tables.ts'

/** How many disputes a person has, on either side, and how many of them are open. */
export async function countDisputesOf(
  reader: Reader,
  userId: number,
): Promise<{ count: number; open: number }> {
  const [row] = await reader
    .select({
      count: count(),
      open: count(sql`CASE WHEN ${disputes.status} IN ('submitted', 'escalated') THEN 1 END`),
    })
    .from(disputes)
    .where(or(eq(disputes.caregiverId, userId), eq(disputes.familyId, userId)))
  return { count: row?.count ?? 0, open: row?.open ?? 0 }
}
