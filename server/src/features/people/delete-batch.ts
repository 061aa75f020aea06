import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../platform/database/database.ts'

const BATCH_SIZE = 5_000

/**
 * Deletes at most 5,000 rows that meet all conditions, so that the statement takes little time.
 * @param key the table's primary key
 */
export async function deleteBatch(
  transaction: Transaction,
  table: PgTable,
  key: PgColumn,
  conditions: [SQL, ...SQL[]],
): Promise<void> {
  const batch = transaction
    .select({ key })
    .from(table)
    .where(and(...conditions))
    .limit(BATCH_SIZE)
  await transaction.delete(table).where(inArray(key, batch))
}
