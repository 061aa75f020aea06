import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database.ts'
import { refreshTokens, sessions } from '../tables.ts'

export async function insertSession(
  transaction: Transaction,
  session: { userId: number; userAgent: string; address: string; at: Date },
): Promise<string> {
  const { userId, userAgent, address, at } = session
  const [row] = await transaction
    .insert(sessions)
    .values({ userId, userAgent, address, createdAt: at, usedAt: at })
    .returning({ id: sessions.id })
  if (!row) throw new Error('A session was not stored')
  return row.id
}

/** The session of a refresh token, locked until the transaction ends; null for a token never given. */
export async function lockSessionOfToken(transaction: Transaction, tokenHash: string) {
  const [token] = await transaction
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
  if (!token) return null
  const [session] = await transaction
    .select()
    .from(sessions)
    .where(eq(sessions.id, token.sessionId))
    .for('update')
  return session ?? null
}

export async function markSessionUsed(transaction: Transaction, sessionId: string, at: Date): Promise<void> {
  await transaction.update(sessions).set({ usedAt: at }).where(eq(sessions.id, sessionId))
}

/** All sessions of a person, or all but one, or one. With both ids given, only one that is this person's. */
export type WhoseSessions =
  | { userId: number; except?: string; sessionId?: string }
  | { userId?: undefined; sessionId: string }

/** Ends the sessions that are still live and answers their ids. */
export async function markSessionsEnded(
  transaction: Transaction,
  whose: WhoseSessions,
  at: Date,
): Promise<string[]> {
  const chosen = and(
    whose.userId === undefined ? undefined : eq(sessions.userId, whose.userId),
    whose.sessionId === undefined ? undefined : eq(sessions.id, whose.sessionId),
    'except' in whose && whose.except !== undefined ? ne(sessions.id, whose.except) : undefined,
  )
  const ended = await transaction
    .update(sessions)
    .set({ endedAt: at })
    .where(and(chosen, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.map((session) => session.id)
}
