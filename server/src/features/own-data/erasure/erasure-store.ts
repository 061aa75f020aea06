import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { erasures } from '../tables.ts'

type ErasureRow = typeof erasures.$inferSelect

/** Starts the record of an erasure, with the words to look for, unless there is one already. */
export async function insertErasure(
  transaction: Transaction,
  erasure: Pick<ErasureRow, 'userId' | 'closedAt' | 'startedAt' | 'words'>,
): Promise<void> {
  await transaction.insert(erasures).values(erasure).onConflictDoNothing()
}

/** Adds to the count of what was erased from a table. */
export async function addCount(
  transaction: Transaction,
  userId: number,
  table: string,
  added: number,
): Promise<void> {
  await transaction
    .update(erasures)
    .set({
      counts: sql`${erasures.counts} || jsonb_build_object(${table}::text,
        coalesce((${erasures.counts} ->> ${table})::int, 0) + ${added}::int)`,
    })
    .where(eq(erasures.userId, userId))
}

/** Notes that only evidence is left to erase. @returns whether this is noted for the first time */
export async function holdErasure(transaction: Transaction, userId: number, at: Date): Promise<boolean> {
  const held = await transaction
    .update(erasures)
    .set({ heldAt: at })
    .where(and(eq(erasures.userId, userId), isNull(erasures.heldAt)))
  return held.rowCount === 1
}

/** Ends the record of an erasure, and forgets the words. */
export async function finishErasure(transaction: Transaction, userId: number, at: Date): Promise<void> {
  await transaction.update(erasures).set({ finishedAt: at, words: null }).where(eq(erasures.userId, userId))
}
