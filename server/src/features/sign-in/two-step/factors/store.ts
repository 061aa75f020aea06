import { and, eq, lt } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { passkeys } from '../tables.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** The user's passkeys, oldest first. */
export function listPasskeys(reader: Reader, userId: number): Promise<PasskeyRow[]> {
  return reader.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)
}

/** @param credentialId base64url, as the browser sends it */
export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await reader.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

/** @returns false if someone has this passkey already */
export async function insertPasskey(
  transaction: Transaction,
  passkey: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const inserted = await transaction
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id })
  return inserted.length === 1
}

/**
 * Records that a passkey was used.
 * @returns false if it was removed, or its counter went back, so that a copy of it exists
 */
export async function markPasskeyUsed(
  transaction: Transaction,
  { id, counter, isSynced, at }: { id: number; counter: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  // An authenticator without a counter always sends 0.
  const hasAdvanced = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const { rowCount } = await transaction
    .update(passkeys)
    .set({ counter, isSynced, usedAt: at })
    .where(and(eq(passkeys.id, id), hasAdvanced))
  return rowCount === 1
}

/** @returns false if it is not this user's */
export async function renamePasskey(
  transaction: Transaction,
  { id, userId, name }: { id: number; userId: number; name: string },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
  return rowCount === 1
}

/** @returns its name; null if it is not this user's */
export async function deletePasskey(
  transaction: Transaction,
  { id, userId }: { id: number; userId: number },
): Promise<string | null> {
  const [deleted] = await transaction
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name })
  return deleted?.name ?? null
}
