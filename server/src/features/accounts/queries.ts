import { and, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Authenticate } from '../../platform/access.ts'
import type { Reader } from '../../platform/database.ts'
import { createActivity } from './sessions/activity.ts'
import { identities, mailedTokens, refreshTokens, sessions, users } from './tables.ts'
import { readAccess } from './tokens.ts'
import type { UserRow } from './user.ts'

/** @param email as `emailSchema` gives it: trimmed, lower case */
export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(reader: Reader, userId: number): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.id, userId))
  return row ?? null
}

export async function findRefreshToken(reader: Reader, tokenHash: string) {
  const [row] = await reader.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash))
  return row ?? null
}

/** A mailed link's token, used or not; null for one of another purpose. */
export async function findMailedToken(
  reader: Reader,
  tokenHash: string,
  purpose: (typeof mailedTokens.$inferSelect)['purpose'],
) {
  const [row] = await reader
    .select()
    .from(mailedTokens)
    .where(and(eq(mailedTokens.tokenHash, tokenHash), eq(mailedTokens.purpose, purpose)))
  return row ?? null
}

/** The account that a provider's person is linked to, or null. */
export async function findLinkedUser(
  reader: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await reader
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.userId ?? null
}

/** Whether a session has not been ended. */
export async function isLiveSession(reader: Reader, sessionId: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row !== undefined
}

/** Those of these sessions by which calls may still be made, in one statement. @param usedAfter as for `listSessions` */
export async function findLiveSessions(
  reader: Reader,
  sessionIds: readonly string[],
  usedAfter: Date,
): Promise<string[]> {
  const rows = await reader
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = ANY(${sql.param(sessionIds)}::uuid[])`,
        isNull(sessions.endedAt),
        gt(sessions.usedAt, usedAfter),
        users.isActive,
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * A page of a person's live sessions, the last used first.
 * @param page.usedAfter sessions that were last used before have expired by themselves
 */
export async function listSessions(
  reader: Reader,
  userId: number,
  page: { usedAfter: Date; limit: number; offset: number },
): Promise<{ count: number; rows: (typeof sessions.$inferSelect)[] }> {
  const live = and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.usedAt, page.usedAfter))
  const [total] = await reader.select({ count: count() }).from(sessions).where(live)
  const rows = await reader
    .select()
    .from(sessions)
    .where(live)
    .orderBy(desc(sessions.usedAt), sessions.id)
    .limit(page.limit)
    .offset(page.offset)
  return { count: total?.count ?? 0, rows }
}

/** Whether somebody signed up again with the address of an account which still waits for its verification. */
export async function isSignedUpAgain(reader: Reader, userId: number): Promise<boolean> {
  const [row] = await reader
    .select({ tokenHash: mailedTokens.tokenHash })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.userId, userId), isNotNull(mailedTokens.signup)))
    .limit(1)
  return row !== undefined
}

/**
 * Tells who makes a call from the access token. The session must be live and the person active at this very
 * moment, and the role is the database's, so that logout, deactivation and demotion hold from the next call on.
 */
export function createAuthenticate(deps: Pick<Deps, 'clock' | 'database' | 'log' | 'secrets'>): Authenticate {
  const noteActivity = createActivity(deps)
  const live = deps.database
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(users.id, sql.placeholder('userId')),
        isNull(sessions.endedAt),
        users.isActive,
      ),
    )
    .prepare('authenticate')

  return async (token) => {
    const claims = await readAccess(deps, token)
    if (!claims) return null
    const [found] = await live.execute(claims)
    if (!found) return null
    await noteActivity(claims.userId)
    return { id: claims.userId, role: found.role, sessionId: claims.sessionId }
  }
}
