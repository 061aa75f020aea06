import { and, eq, lt } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { deleteBatch } from '../../people/index.ts'
import { identities, usedCredentials } from './tables.ts'

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

/** Unlinks an identity. @returns its issuer; null if it is not linked to this user */
export async function deleteIdentity(
  transaction: Transaction,
  { id, userId }: { id: number; userId: number },
): Promise<string | null> {
  const [deleted] = await transaction
    .delete(identities)
    .where(and(eq(identities.id, id), eq(identities.userId, userId)))
    .returning({ issuer: identities.issuer })
  return deleted?.issuer ?? null
}

/** Unlinks all identities of a user. @returns how many */
export async function deleteIdentities(transaction: Transaction, userId: number): Promise<number> {
  const { rowCount } = await transaction.delete(identities).where(eq(identities.userId, userId))
  return rowCount ?? 0
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

/** Deletes a batch of used ID tokens that expired before a time. */
export async function deleteExpiredCredentials(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, usedCredentials, usedCredentials.tokenId, [
    lt(usedCredentials.expiresAt, before),
  ])
}
