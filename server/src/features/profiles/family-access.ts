import { sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { familyAccess } from './tables.ts'

export type FamilyAccess = { caregiverId: number; caretakerId: number; at: Date }

/**
 * Lets a caregiver see a family's profile. Call it in the transaction that stores a request, a conversation or a dispute
 * between the two, so that profiles need not know those slices.
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function grantFamilyAccess(
  transaction: Transaction,
  { caregiverId, caretakerId, at }: FamilyAccess,
): Promise<void> {
  await transaction
    .insert(familyAccess)
    .values({ caregiverId, caretakerId, grantedAt: at })
    .onConflictDoNothing()
}

/**
 * Lets a caregiver also see a family's phone number and children's names. Call it in the transaction that stores a paid
 * booking between the two.
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export async function grantContactAccess(
  transaction: Transaction,
  { caregiverId, caretakerId, at }: FamilyAccess,
): Promise<void> {
  await transaction
    .insert(familyAccess)
    .values({ caregiverId, caretakerId, grantedAt: at, firstPaidAt: at })
    .onConflictDoUpdate({
      target: [familyAccess.caregiverId, familyAccess.caretakerId],
      set: { firstPaidAt: sql`coalesce(${familyAccess.firstPaidAt}, excluded.first_paid_at)` },
    })
}
