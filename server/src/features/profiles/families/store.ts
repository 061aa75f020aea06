import type { ChildrenBody } from '@tendwell/contract/profiles/children'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { children, familyProfiles } from '../tables.ts'

type FamilyDetails = Omit<typeof familyProfiles.$inferSelect, 'id' | 'userId' | 'createdAt'>

/**
 * Locks a family's profile until the transaction ends.
 * @returns the whole row, or null before it is created
 */
export async function lockFamilyProfileIfAny(transaction: Transaction, userId: number) {
  const [row] = await transaction
    .select()
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, userId))
    .for('no key update')
  return row ?? null
}

/** Locks a family's profile until the transaction ends. @returns the whole row @throws AppError 404 */
export async function lockFamilyProfile(transaction: Transaction, userId: number) {
  const row = await lockFamilyProfileIfAny(transaction, userId)
  if (!row) throw notFound()
  return row
}

/**
 * Sets when the name on a payment card last matched the family's; null if none did, or if a match no longer
 * counts. The caller has locked the profile.
 */
export async function setCardNameMatchedAt(
  transaction: Transaction,
  userId: number,
  cardCheckedAt: Date | null,
): Promise<void> {
  await transaction.update(familyProfiles).set({ cardCheckedAt }).where(eq(familyProfiles.userId, userId))
}

export async function updateFamilyDetails(
  transaction: Transaction,
  userId: number,
  details: FamilyDetails,
): Promise<void> {
  await transaction.update(familyProfiles).set(details).where(eq(familyProfiles.userId, userId))
}

/**
 * Replaces a family's list of children, in this order. Children that are given with an id of the present list
 * keep it; all others get a new id. The caller has locked the profile.
 */
export async function replaceChildren(
  transaction: Transaction,
  familyId: number,
  replacements: ChildrenBody['children'],
): Promise<void> {
  const removedRows = await transaction
    .delete(children)
    .where(eq(children.familyId, familyId))
    .returning({ id: children.id })
  if (replacements.length === 0) return
  const reusableIds = new Set(removedRows.map(({ id }) => id))
  await transaction.insert(children).values(
    replacements.map(({ id, age_months, due_date, birth_month, ...child }, place) => ({
      ...child,
      // Each id of the present list is given to one child only.
      ...(id !== undefined && reusableIds.delete(id) && { id }),
      familyId,
      place,
      ageMonths: age_months,
      dueDate: due_date,
      birthMonth: birth_month,
    })),
  )
}
