import type { Erasure } from '@tendwell/contract/own-data'
import { and, count, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'
import { erasures } from './tables.ts'

export async function findErasure(
  reader: Reader,
  userId: number,
): Promise<typeof erasures.$inferSelect | null> {
  const [row] = await reader.select().from(erasures).where(eq(erasures.userId, userId))
  return row ?? null
}

/** The people who closed their account before this time and are not erased yet. */
export function listToErase(reader: Reader, closedBefore: Date) {
  return reader
    .select({ id: users.id, role: users.role, closedAt: users.closedAt })
    .from(users)
    .leftJoin(erasures, eq(erasures.userId, users.id))
    .where(and(isNotNull(users.closedAt), lte(users.closedAt, closedBefore), isNull(erasures.finishedAt)))
}

/** A page of the reports, newest first. */
export async function listErasures(
  reader: Reader,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: Erasure[] }> {
  const [total] = await reader.select({ count: count() }).from(erasures)
  const rows = await reader
    .select()
    .from(erasures)
    .orderBy(desc(erasures.id))
    .limit(page.limit)
    .offset(page.offset)
  const results = rows.map((row) => ({
    id: row.id,
    user_id: row.userId,
    closed_at: row.closedAt.toISOString(),
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    counts: row.counts,
  }))
  return { count: total?.count ?? 0, results }
}
