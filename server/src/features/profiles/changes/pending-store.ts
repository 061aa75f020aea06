import { eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { pendingChanges } from '../tables.ts'

type PendingChange = typeof pendingChanges.$inferSelect

/**
 * The change that waits for staff, or null. The row is written only under the lock of the caregiver's
 * profile.
 */
export async function findPendingChange(reader: Reader, caregiverId: number): Promise<PendingChange | null> {
  const [row] = await reader.select().from(pendingChanges).where(eq(pendingChanges.caregiverId, caregiverId))
  return row ?? null
}

/** Stores a caregiver's waiting change, in place of an earlier one. */
export async function storePendingChange(transaction: Transaction, change: PendingChange): Promise<void> {
  await transaction
    .insert(pendingChanges)
    .values(change)
    .onConflictDoUpdate({ target: pendingChanges.caregiverId, set: change })
}

export async function deletePendingChange(transaction: Transaction, caregiverId: number): Promise<void> {
  await transaction.delete(pendingChanges).where(eq(pendingChanges.caregiverId, caregiverId))
}
