import { and, eq, lte } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { staffChanges } from '../tables.ts'

export type StaffChangeRow = typeof staffChanges.$inferSelect
/** The part of a change that says what an admin asks for. */
export type WantedChange = Pick<StaffChangeRow, 'kind' | 'userId' | 'email' | 'staffRole'>

/** @returns null if a change of this person or address waits already */
export async function insertStaffChange(
  transaction: Transaction,
  change: WantedChange & Pick<StaffChangeRow, 'requestedBy' | 'requestedAt' | 'expiresAt'>,
): Promise<StaffChangeRow | null> {
  const [row] = await transaction.insert(staffChanges).values(change).onConflictDoNothing().returning()
  return row ?? null
}

/** Ends an open change. @returns false if it was not open */
export async function endStaffChange(
  transaction: Transaction,
  id: number,
  ending: { state: 'approved' | 'declined'; decidedBy: number; endedAt: Date },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(staffChanges)
    .set(ending)
    .where(and(eq(staffChanges.id, id), eq(staffChanges.state, 'open')))
  return rowCount === 1
}

/** Ends the open changes that someone asked for who may no longer ask. @returns the ended changes */
export function endStaffChangesAskedBy(
  transaction: Transaction,
  requestedBy: number,
  at: Date,
): Promise<StaffChangeRow[]> {
  return transaction
    .update(staffChanges)
    .set({ state: 'expired', endedAt: at })
    .where(and(eq(staffChanges.requestedBy, requestedBy), eq(staffChanges.state, 'open')))
    .returning()
}

/** Marks changes that nobody decided on in time as expired. */
export async function expireStaffChanges(transaction: Transaction, now: Date): Promise<void> {
  await transaction
    .update(staffChanges)
    .set({ state: 'expired', endedAt: now })
    .where(and(eq(staffChanges.state, 'open'), lte(staffChanges.expiresAt, now)))
}

/**
 * The subject of audit entries about a change: the person, or the change itself if it invites somebody who
 * has no account yet.
 */
export const toSubject = ({ id, userId }: Pick<StaffChangeRow, 'id' | 'userId'>): string =>
  userId === null ? `staff-change:${id}` : `user:${userId}`
