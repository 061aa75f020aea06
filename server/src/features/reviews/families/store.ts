import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { familyRatings } from '../tables.ts'

/** Stores what a caregiver tells staff about the family of a visit. @returns null if they did so before */
export async function insertFamilyRating(
  transaction: Transaction,
  rating: Omit<typeof familyRatings.$inferInsert, 'lookedAt'>,
): Promise<typeof familyRatings.$inferSelect | null> {
  const [storedRating] = await transaction
    .insert(familyRatings)
    .values(rating)
    .onConflictDoNothing()
    .returning()
  return storedRating ?? null
}

/**
 * Marks the answers about a family, up to the one with the id `lastId`, as looked at.
 * @returns how many were not marked before
 */
export async function setAnswersLookedAt(
  transaction: Transaction,
  familyId: number,
  lastId: number,
  lookedAt: Date,
): Promise<number> {
  const isNotLookedAt = and(
    eq(familyRatings.familyId, familyId),
    lte(familyRatings.id, lastId),
    isNull(familyRatings.lookedAt),
  )
  const { rowCount } = await transaction.update(familyRatings).set({ lookedAt }).where(isNotLookedAt)
  return rowCount ?? 0
}
