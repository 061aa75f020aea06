import { and, eq, lte, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../../../platform/database/database.ts'
import { twoStepRecoveries } from '../tables.ts'

export type RecoveryRow = typeof twoStepRecoveries.$inferSelect

/** @returns null if a request for this person is open */
export async function insertRecovery(
  transaction: Transaction,
  recovery: Pick<RecoveryRow, 'userId' | 'reason' | 'requestedBy' | 'requestedAt' | 'expiresAt'>,
): Promise<RecoveryRow | null> {
  const [row] = await transaction.insert(twoStepRecoveries).values(recovery).onConflictDoNothing().returning()
  return row ?? null
}

/** Keeps the hash of the link that stops a request. @returns false if the request is no longer open */
export async function setStopToken(
  transaction: Transaction,
  id: number,
  stopTokenHash: string,
): Promise<boolean> {
  return (await updateOpen(transaction, eq(twoStepRecoveries.id, id), { stopTokenHash })).length === 1
}

/** Ends an open request. @returns false if it was not open */
export async function endRecovery(
  transaction: Transaction,
  id: number,
  end: { state: 'approved' | 'declined' | 'stopped'; decidedBy: number | null; endedAt: Date },
): Promise<boolean> {
  return (await updateOpen(transaction, eq(twoStepRecoveries.id, id), end)).length === 1
}

/** Ends the open request about a person, if there is one: their two-step sign-in was turned off. */
export async function stopOpenRecovery(transaction: Transaction, userId: number, at: Date): Promise<void> {
  const end = { state: 'stopped' as const, endedAt: at }
  await updateOpen(transaction, eq(twoStepRecoveries.userId, userId), end)
}

/**
 * Ends, as expired, the open requests that someone made who may no longer ask.
 * @returns the ids of the people whom these requests were about
 */
export async function endRecoveriesAskedBy(
  transaction: Transaction,
  requestedBy: number,
  at: Date,
): Promise<number[]> {
  const end = { state: 'expired' as const, endedAt: at }
  const ended = await updateOpen(transaction, eq(twoStepRecoveries.requestedBy, requestedBy), end)
  return ended.map(({ userId }) => userId)
}

/** Ends requests that nobody decided on in time. @param userId limits it to one person */
export async function expireRecoveries(transaction: Transaction, now: Date, userId?: number): Promise<void> {
  const isOfPerson = userId === undefined ? undefined : eq(twoStepRecoveries.userId, userId)
  const end = { state: 'expired' as const, endedAt: now }
  await updateOpen(transaction, and(lte(twoStepRecoveries.expiresAt, now), isOfPerson), end)
}

/** Changes the open requests that match. @returns the changed requests */
function updateOpen(
  transaction: Transaction,
  matches: SQL | undefined,
  change: Partial<RecoveryRow>,
): Promise<RecoveryRow[]> {
  const isOpen = and(eq(twoStepRecoveries.state, 'open'), matches)
  return transaction.update(twoStepRecoveries).set(change).where(isOpen).returning()
}
