import type { EmailChangeSide } from '@tendwell/contract/sign-in/accounts'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { deleteBatch, markMailedTokensUsed } from '../../people/index.ts'
import { emailChanges } from './tables.ts'

export type EmailChangeRow = typeof emailChanges.$inferSelect

/** The change of a user's address that waits for its links; null without one. */
export async function findEmailChange(
  reader: Reader,
  userId: number,
  now: Date,
): Promise<EmailChangeRow | null> {
  const [row] = await reader
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
  return row ?? null
}

export async function insertEmailChange(
  transaction: Transaction,
  change: typeof emailChanges.$inferInsert,
): Promise<void> {
  await transaction.insert(emailChanges).values(change)
}

export async function markSideConfirmed(
  transaction: Transaction,
  userId: number,
  side: EmailChangeSide,
  at: Date,
): Promise<void> {
  const values = side === 'old' ? { oldConfirmedAt: at } : { newConfirmedAt: at }
  await transaction.update(emailChanges).set(values).where(eq(emailChanges.userId, userId))
}

/** Ends a user's pending change and its links, if there is one. */
export async function endEmailChange(transaction: Transaction, userId: number, at: Date): Promise<void> {
  for (const purpose of ['change_email_old', 'change_email_new'] as const) {
    await markMailedTokensUsed(transaction, { userId, purpose, at })
  }
  await transaction.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Deletes a batch of changes that expired before this time. */
export async function deleteExpiredEmailChanges(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, emailChanges, emailChanges.userId, [lt(emailChanges.expiresAt, before)])
}
