import type { Erasure } from '@tendwell/contract/people/own-data'
import { and, count, desc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { FoundWords, Person } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { users } from '../../people/index.ts'
import { caregiverProfiles, familyProfiles } from '../../profiles/index.ts'
import { erasures } from '../tables.ts'

/** A person's erasure, finished or not; null if it hasn't begun. */
export async function findErasure(
  reader: Reader,
  userId: number,
): Promise<typeof erasures.$inferSelect | null> {
  const [row] = await reader.select().from(erasures).where(eq(erasures.userId, userId))
  return row ?? null
}

/**
 * The words without those that another account has as well. Email addresses all stay: each has one account.
 */
export async function withoutSharedWords(
  reader: Reader,
  { id }: Person,
  { emails, phones, streets, names }: Required<FoundWords>,
): Promise<Required<FoundWords>> {
  const unnestWords = (words: string[]) => sql`unnest(${sql.param(words)}::text[])`
  const { rows } = await reader.execute<{ word: string }>(sql`
    SELECT word FROM ${unnestWords(names)} AS word WHERE
      EXISTS (SELECT FROM ${users} WHERE ${users.id} <> ${id} AND lower(${users.fullName}) = lower(word))
      OR EXISTS (SELECT FROM ${caregiverProfiles}
        WHERE ${caregiverProfiles.userId} <> ${id} AND lower(${caregiverProfiles.fullName}) = lower(word))
    UNION ALL SELECT word FROM ${unnestWords(streets)} AS word WHERE EXISTS (SELECT FROM ${familyProfiles}
      WHERE ${familyProfiles.userId} <> ${id} AND lower(${familyProfiles.street}) = lower(word))
    UNION ALL SELECT word FROM ${unnestWords(phones)} AS word WHERE EXISTS (SELECT FROM ${users}
      WHERE ${users.id} <> ${id}
        AND right(${onlyDigits(sql`${users.phoneNumber}`)}, 7) = right(${onlyDigits(sql`word`)}, 7))`)
  const shared = new Set(rows.map(({ word }) => word))
  const isOwn = (word: string) => !shared.has(word)
  return { emails, phones: phones.filter(isOwn), streets: streets.filter(isOwn), names: names.filter(isOwn) }
}

/**
 * Phone numbers are compared by their last seven digits, as they may be written with or without the country.
 */
const onlyDigits = (text: SQL): SQL => sql`regexp_replace(${text}, '\\D', '', 'g')`

/** The people who closed their account by this time and whose erasure has not finished. */
export function listAccountsToErase(reader: Reader, closedBefore: Date) {
  return reader
    .select({ id: users.id, role: users.role, closedAt: users.closedAt, heldAt: erasures.heldAt })
    .from(users)
    .leftJoin(erasures, eq(erasures.userId, users.id))
    .where(and(isNotNull(users.closedAt), lte(users.closedAt, closedBefore), isNull(erasures.finishedAt)))
}

/** A page of the erasures, finished or not, newest first. */
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
    held_at: row.heldAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    counts: row.counts,
  }))
  return { count: total?.count ?? 0, results }
}
