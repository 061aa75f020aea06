import { and, asc, eq, gt, isNull, lte, min, or } from 'drizzle-orm'
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts'
import { users } from '../../people/index.ts'
import { savedSearches } from '../tables.ts'

export type SavedSearchRow = typeof savedSearches.$inferSelect

/** A family's saved searches, the newest first. */
export async function listRows(reader: Reader, familyId: number): Promise<SavedSearchRow[]> {
  const rows = await reader.select().from(savedSearches).where(eq(savedSearches.familyId, familyId))
  return rows.sort((one, other) => other.id - one.id)
}

export async function insertRow(
  transaction: Transaction,
  row: typeof savedSearches.$inferInsert,
): Promise<SavedSearchRow> {
  const [stored] = await transaction.insert(savedSearches).values(row).returning()
  return stored as SavedSearchRow
}

/** @returns whether the family had it */
export async function deleteRow(
  database: Database,
  { familyId, id }: { familyId: number; id: number },
): Promise<boolean> {
  const { rowCount } = await database
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.familyId, familyId)))
  return rowCount === 1
}

/** Deletes the searches whose day ended before an instant. */
export async function deleteEndedBefore(database: Database, before: Date): Promise<void> {
  await database.delete(savedSearches).where(lte(savedSearches.endsAt, before))
}

/** The SQL condition that the day of a search isn't over. */
const isAhead = (now: Date) => or(isNull(savedSearches.endsAt), gt(savedSearches.endsAt, now))

/**
 * The ids of active families with a search ahead that wasn't run since an instant; those who have waited
 * longest first.
 */
export async function listFamiliesToLookFor(
  database: Database,
  { now, lookedBefore, limit }: { now: Date; lookedBefore: Date; limit: number },
): Promise<number[]> {
  const rows = await database
    .select({ familyId: savedSearches.familyId })
    .from(savedSearches)
    .innerJoin(users, eq(users.id, savedSearches.familyId))
    .where(and(isAhead(now), lte(savedSearches.lookedAt, lookedBefore), users.isActive))
    .groupBy(savedSearches.familyId)
    .orderBy(asc(min(savedSearches.lookedAt)), asc(savedSearches.familyId))
    .limit(limit)
  return rows.map(({ familyId }) => familyId)
}

/** Notes that all searches of a family were run. */
export async function setLookedAt(transaction: Transaction, familyId: number, lookedAt: Date): Promise<void> {
  await transaction.update(savedSearches).set({ lookedAt }).where(eq(savedSearches.familyId, familyId))
}

export async function setKnownIds(transaction: Transaction, id: number, knownIds: number[]): Promise<void> {
  await transaction.update(savedSearches).set({ knownIds }).where(eq(savedSearches.id, id))
}
