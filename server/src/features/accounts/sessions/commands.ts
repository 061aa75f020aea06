import type { DeviceSession } from '@tendwell/contract/accounts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { notFound, unauthorized } from '../../../platform/errors.ts'
import type { LiveSessions } from '../../../platform/realtime.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { audit } from '../audit-store.ts'
import { insertRefreshToken, markRefreshTokenUsed } from '../mailed-token-store.ts'
import { findLiveSessions, findRefreshToken, findUser, listSessions } from '../queries.ts'
import { lockUser, markActive } from '../store.ts'
import { hashToken, signAccess, successorOf } from '../tokens.ts'
import { deviceName } from './device-name.ts'
import {
  insertSession,
  lockSessionOfToken,
  markSessionsEnded,
  markSessionUsed,
  type WhoseSessions,
} from './store.ts'

const REFRESH_TTL_MS = 30 * 24 * 3_600 * 1_000
/** Two tabs may use one token at once; whoever comes later than this has stolen it, or was stolen from. */
const GRACE_MS = 10_000
const USER_AGENT_MAXIMUM = 300

/** Where a session is used from. */
export type Device = { userAgent: string; address: string }

export type OpenedSession = { sessionId: string; refresh: string }

/** A session that was last used before has expired by itself. */
const usedAfterOf = (now: Date) => new Date(now.getTime() - REFRESH_TTL_MS)
const expiryOf = (now: Date) => new Date(now.getTime() + REFRESH_TTL_MS)

/** Opens a session of 30 days that each use prolongs; the refresh token is kept nowhere but with the caller. */
export async function openSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  device: Device,
): Promise<OpenedSession> {
  const at = deps.clock.now()
  const userAgent = device.userAgent.slice(0, USER_AGENT_MAXIMUM)
  const sessionId = await insertSession(transaction, { userId, userAgent, address: device.address, at })
  const refresh = randomToken()
  await insertRefreshToken(transaction, { tokenHash: hashToken(refresh), sessionId, expiresAt: expiryOf(at) })
  return { sessionId, refresh }
}

/**
 * Ends a person's sessions, or one of them: no call of theirs passes from the commit on, and their sockets are
 * closed on every node in the same moment.
 * @returns how many were still live
 */
export async function endSessions(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  whose: WhoseSessions,
): Promise<number> {
  const sessionIds = await markSessionsEnded(transaction, whose, deps.clock.now())
  await deps.hub.endSessions(transaction, sessionIds)
  return sessionIds.length
}

type Rotated = { userId: number; role: 'caregiver' | 'caretaker' | 'admin'; sessionId: string }

/** Rotates under the session's lock; null, with the session ended where it has to, when the token is no good. */
async function rotate(
  transaction: Transaction,
  deps: Deps,
  { token, successor, address }: { token: string; successor: string; address: string },
): Promise<Rotated | null> {
  const now = deps.clock.now()
  const tokenHash = hashToken(token)
  const session = await lockSessionOfToken(transaction, tokenHash)
  if (!session || session.endedAt) return null
  // Read after the lock: a call that held it may have used the token just now.
  const given = await findRefreshToken(transaction, tokenHash)
  const user = await findUser(transaction, session.userId)
  if (!given || !user?.isActive || given.expiresAt <= now) return null
  const rotated = { userId: user.id, role: user.role, sessionId: session.id }

  if (given.usedAt) {
    if (now.getTime() - given.usedAt.getTime() <= GRACE_MS) return rotated
    await endSessions(transaction, deps, { sessionId: session.id })
    await audit(transaction, {
      at: now,
      actorId: null,
      action: 'session.refresh-reused',
      subject: `user:${user.id}`,
      address,
    })
    return null
  }
  await markRefreshTokenUsed(transaction, tokenHash, now)
  await markSessionUsed(transaction, session.id, now)
  await insertRefreshToken(transaction, {
    tokenHash: hashToken(successor),
    sessionId: session.id,
    expiresAt: expiryOf(now),
  })
  return rotated
}

/**
 * Gives the next pair of tokens for a refresh token. A used one answers the same successor for 10 s; after that it
 * ends its session (decisions §2).
 * @throws AppError 401
 */
export async function refreshSession(
  deps: Deps,
  token: string,
  address: string,
): Promise<{ access: string; refresh: string }> {
  const successor = successorOf(deps, token)
  const rotated = await withTransaction(deps.database, (transaction) =>
    rotate(transaction, deps, { token, successor, address }),
  )
  if (!rotated) throw unauthorized('Your session has ended. Please log in again')
  return { access: await signAccess(deps, rotated), refresh: successor }
}

/** Ends the session of a refresh token, whether the token was used or not; an unknown one ends nothing. */
export async function logOut(deps: Deps, token: string, address: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const session = await lockSessionOfToken(transaction, hashToken(token))
    if (!session) return
    const ended = await endSessions(transaction, deps, { sessionId: session.id })
    if (ended === 0) return
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: session.userId,
      action: 'logout',
      subject: `user:${session.userId}`,
      address,
    })
  })
}

/**
 * Ends one of the caller's own sessions, the one they use included.
 * @throws AppError 404 for one that is not theirs, or has ended
 */
export async function revokeSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  address: string,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const ended = await endSessions(transaction, deps, { userId: actor.id, sessionId })
    if (ended === 0) throw notFound()
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'session.revoked',
      subject: `user:${actor.id}`,
      address,
    })
  })
}

/** Asks for the hub which sessions of its sockets are still live. */
export function createLiveSessions(deps: Pick<Deps, 'clock' | 'database'>): LiveSessions {
  return (sessionIds) => findLiveSessions(deps.database, sessionIds, usedAfterOf(deps.clock.now()))
}

/** A page of the caller's live sessions, the last used first. */
export async function ownSessions(
  deps: Deps,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: DeviceSession[] }> {
  const usedAfter = usedAfterOf(deps.clock.now())
  const { count, rows } = await listSessions(deps.database, actor.id, { usedAfter, ...page })
  const results = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.address,
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt.toISOString(),
    is_current: row.id === actor.sessionId,
  }))
  return { count, results }
}

/**
 * Closes an account or opens it again. Closing ends all its sessions at once, sockets included (decisions §2); the
 * caller writes down who did it and why.
 * @throws AppError 404
 */
export async function setActive(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  userId: number,
  isActive: boolean,
): Promise<void> {
  await lockUser(transaction, userId)
  await markActive(transaction, userId, isActive)
  if (!isActive) await endSessions(transaction, deps, { userId })
}
