import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { listActiveStaff, type UserRow } from '../people/index.ts'
import { staffInvitations } from './tables.ts'

export type InvitationRow = typeof staffInvitations.$inferSelect

/** Matches invitations that were neither accepted nor withdrawn. */
export const isOpenInvitation = and(isNull(staffInvitations.acceptedAt), isNull(staffInvitations.withdrawnAt))

/** @returns null if the address has an open invitation already */
export async function insertInvitation(
  transaction: Transaction,
  invitation: Pick<InvitationRow, 'email' | 'staffRole' | 'invitedBy' | 'sentAt' | 'expiresAt'>,
): Promise<InvitationRow | null> {
  const [row] = await transaction
    .insert(staffInvitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Whether the address has an open invitation. */
export async function isInvited(transaction: Transaction, email: string): Promise<boolean> {
  return (
    (await transaction.$count(staffInvitations, and(eq(staffInvitations.email, email), isOpenInvitation))) > 0
  )
}

/** Locks an open invitation until the transaction ends. @returns null if there is none with this id */
export async function lockInvitation(transaction: Transaction, id: number): Promise<InvitationRow | null> {
  const [row] = await transaction
    .select()
    .from(staffInvitations)
    .where(and(eq(staffInvitations.id, id), isOpenInvitation))
    .for('update')
  return row ?? null
}

export async function updateInvitation(
  transaction: Transaction,
  id: number,
  change: Partial<
    Pick<InvitationRow, 'tokenHash' | 'sentAt' | 'expiresAt' | 'acceptedAt' | 'withdrawnAt' | 'invitedBy'>
  >,
): Promise<void> {
  await transaction.update(staffInvitations).set(change).where(eq(staffInvitations.id, id))
}

/**
 * Ends the open invitations that someone sent who may no longer invite, by making them expire now.
 * @returns the ended invitations
 */
export function endInvitationsOf(
  transaction: Transaction,
  userId: number,
  at: Date,
): Promise<InvitationRow[]> {
  return transaction
    .update(staffInvitations)
    .set({ expiresAt: at })
    .where(and(eq(staffInvitations.invitedBy, userId), gt(staffInvitations.expiresAt, at), isOpenInvitation))
    .returning()
}

/** Whether someone may invite others: an active admin. */
export function mayInvite(user: Pick<UserRow, 'staffRole' | 'isActive'> | null): boolean {
  return user?.staffRole === 'admin' && user.isActive
}

export async function countActiveAdmins(reader: Reader): Promise<number> {
  return (await listActiveStaff(reader, ['admin'])).length
}
