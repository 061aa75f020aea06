import { count, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from './database.ts'

/** How many things wait, and since when the oldest of them waits. */
export type Waiting = { count: number; oldestAt: Date | null }

/** Counts the rows of a table that wait. @param since the column with the time from which a row waits */
export async function countWaiting(
  reader: Reader,
  table: PgTable,
  since: PgColumn,
  condition: SQL | undefined,
): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: sql`min(${since})`.mapWith(since) })
    .from(table)
    .where(condition)
  return { count: row?.count ?? 0, oldestAt: (row?.oldestAt as Date | null | undefined) ?? null }
}
