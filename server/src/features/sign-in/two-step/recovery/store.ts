import { and, eq, lte } from 'drizzle-orm'
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
  const { rowCount } = await transaction
    .update(twoStepRecoveries)
    .set({ stopTokenHash })
    .where(and(eq(twoStepRecoveries.id, id), eq(twoStepRecoveries.state, 'open')))
  return rowCount === 1
}

/** Ends an open request. @returns false if it was not open */
export async function endRecovery(
  transaction: Transaction,
  id: number,
  end: { state: 'approved' | 'declined' | 'stopped'; decidedBy: number | null; endedAt: Date },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(twoStepRecoveries)
    .set(end)
    .where(and(eq(twoStepRecoveries.id, id), eq(twoStepRecoveries.state, 'open')))
  return rowCount === 1
}

/** Ends a person's open request, if there is one, because it is no longer needed. */
export async function stopOpenRecovery(transaction: Transaction, userId: number, at: Date): Promise<void> {
  await transaction
    .update(twoStepRecoveries)
    .set({ state: 'stopped', endedAt: at })
    .where(and(eq(twoStepRecoveries.userId, userId), eq(twoStepRecoveries.state, 'open')))
}

/** Ends the open requests of someone who may no longer ask. @returns the people they asked for */
export async function endRecoveriesOf(
  transaction: Transaction,
  requestedBy: number,
  at: Date,
): Promise<number[]> {
  const rows = await transaction
    .update(twoStepRecoveries)
    .set({ state: 'expired', endedAt: at })
    .where(and(eq(twoStepRecoveries.requestedBy, requestedBy), eq(twoStepRecoveries.state, 'open')))
    .returning({ userId: twoStepRecoveries.userId })
  return rows.map(({ userId }) => userId)
}

/** Marks requests that nobody decided on in time as expired. @param userId limits it to one person */
export async function expireRecoveries(transaction: Transaction, now: Date, userId?: number): Promise<void> {
  await transaction
    .update(twoStepRecoveries)
    .set({ state: 'expired', endedAt: now })
    .where(
      and(
        eq(twoStepRecoveries.state, 'open'),
        lte(twoStepRecoveries.expiresAt, now),
        userId === undefined ? undefined : eq(twoStepRecoveries.userId, userId),
      ),
    )
}
