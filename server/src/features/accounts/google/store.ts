import { inArray, lt } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database.ts'
import { identities, usedCredentials } from '../tables.ts'

const DELETE_BATCH = 5_000

/** Links an identity to a user. @returns false if the identity is already linked */
export async function insertIdentity(
  transaction: Transaction,
  identity: { issuer: string; subject: string; userId: number; linkedAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(identities)
    .values(identity)
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  return inserted.length === 1
}

/** Marks an ID token as used. @returns false if it already was */
export async function insertUsedCredential(
  transaction: Transaction,
  credential: { tokenId: string; expiresAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(usedCredentials)
    .values(credential)
    .onConflictDoNothing()
    .returning({ tokenId: usedCredentials.tokenId })
  return inserted.length === 1
}

/** Deletes a batch of used ID tokens that expired before this time. */
export async function deleteExpiredCredentials(transaction: Transaction, before: Date): Promise<void> {
  const expired = transaction
    .select({ tokenId: usedCredentials.tokenId })
    .from(usedCredentials)
    .where(lt(usedCredentials.expiresAt, before))
    .limit(DELETE_BATCH)
  await transaction.delete(usedCredentials).where(inArray(usedCredentials.tokenId, expired))
}
