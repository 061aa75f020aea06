import type { Role } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { unauthorized } from '../../../platform/errors.ts'
import { hmacSign } from '../../../platform/secrets.ts'
import { audit, findUser, hashToken, saveTimezone } from '../../people/index.ts'
import { findRefreshToken } from '../sessions/queries.ts'
import { endSessions, getSessionCutoffs, REFRESH_TTL_MS } from '../sessions/session.ts'
import {
  insertRefreshToken,
  lockSessionByRefreshToken,
  markRefreshTokenUsed,
  markSessionUsed,
} from '../sessions/store.ts'
import { type AccessClaims, signAccessToken } from './access-token.ts'

/** Two tabs may use the same token; a token that comes back later than this was stolen. */
const GRACE_MS = 10_000

/**
 * Exchanges a refresh token for a new pair of tokens. A used token returns the same successor for 10 seconds;
 * after that it ends its session.
 * @throws AppError 401
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export async function refreshSession(
  deps: Deps,
  { refresh: token, timezone }: { refresh: string; timezone?: string | undefined },
  ipAddress: string,
): Promise<{ access: string; refresh: string }> {
  const successor = deriveSuccessor(deps, token)
  const claims = await withTransaction(deps.database, (transaction) =>
    rotateToken(transaction, deps, { token, successor, ipAddress }),
  )
  if (!claims) throw unauthorized('Your session has ended. Please log in again')
  // In a transaction of its own: the one before has locked the session, and users are locked before sessions.
  await withTransaction(deps.database, (transaction) => saveTimezone(transaction, claims.userId, timezone))
  return { access: await signAccessToken(deps, claims), refresh: successor }
}

/**
 * Derives the next refresh token with our key, so that two tabs that use the same token get the same
 * successor.
 */
function deriveSuccessor(deps: Pick<Deps, 'secrets'>, refreshToken: string): string {
  return hmacSign(deps.secrets.key('refresh-token'), refreshToken)
}

/** Rotates the token under its session's lock. @returns null if it is refused */
async function rotateToken(
  transaction: Transaction,
  deps: Deps,
  { token, successor, ipAddress }: { token: string; successor: string; ipAddress: string },
): Promise<(AccessClaims & { role: Role }) | null> {
  const now = deps.clock.now()
  const tokenHash = hashToken(token)
  const session = await lockSessionByRefreshToken(transaction, tokenHash)
  if (!session || session.endedAt || session.createdAt <= getSessionCutoffs(now).openedAfter) return null
  // Read under the session's lock: the call that held the lock before may have used the token just now.
  const storedToken = await findRefreshToken(transaction, tokenHash)
  const user = await findUser(transaction, session.userId)
  if (!storedToken || !user?.isActive || storedToken.expiresAt <= now) return null
  const claims = { userId: user.id, role: user.role, sessionId: session.id }

  if (storedToken.usedAt) {
    if (now.getTime() - storedToken.usedAt.getTime() <= GRACE_MS) return claims
    await endSessions(transaction, deps, { sessionId: session.id })
    // A thief of the token may know the private calendar address, which needs no session: this ends it, too.
    await deps.jobs.publish(transaction, 'account.sessions-ended', { userId: user.id })
    await audit(transaction, {
      at: now,
      actorId: null,
      action: 'session.refresh-reused',
      subject: `user:${user.id}`,
      address: ipAddress,
    })
    return null
  }
  await markRefreshTokenUsed(transaction, tokenHash, now)
  await markSessionUsed(transaction, session.id, now)
  await insertRefreshToken(transaction, {
    tokenHash: hashToken(successor),
    sessionId: session.id,
    expiresAt: new Date(now.getTime() + REFRESH_TTL_MS),
  })
  return claims
}
