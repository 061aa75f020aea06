import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { hashToken } from '../token-hash.ts'
import { insertRefreshToken, insertSession, markSessionsEnded, type SessionFilter } from './store.ts'

export const REFRESH_TTL_MS = 30 * DAY_MS
/** A session ends this long after its login, however often it is refreshed. */
const SESSION_MAXIMUM_MS = 90 * DAY_MS
const USER_AGENT_MAXIMUM = 300

/** The browser and the network address a session is used from. */
export type Device = { userAgent: string; ipAddress: string }

export function toDevice(request: FastifyRequest): Device {
  return { userAgent: request.headers['user-agent'] ?? '', ipAddress: request.ip }
}

export type OpenedSession = { sessionId: string; refresh: string }

/** A session is live only if it was last used, and opened, after these times. */
export function getSessionCutoffs(now: Date): { used: Date; opened: Date } {
  return {
    used: new Date(now.getTime() - REFRESH_TTL_MS),
    opened: new Date(now.getTime() - SESSION_MAXIMUM_MS),
  }
}

/**
 * Opens a session of 30 days, extended at each refresh up to 90 days.
 * @returns the refresh token; we store only its hash
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export async function openSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  device: Device,
): Promise<OpenedSession> {
  const at = deps.clock.now()
  const userAgent = device.userAgent.slice(0, USER_AGENT_MAXIMUM)
  const sessionId = await insertSession(transaction, { userId, userAgent, address: device.ipAddress, at })
  const refresh = randomToken()
  const expiresAt = new Date(at.getTime() + REFRESH_TTL_MS)
  await insertRefreshToken(transaction, { tokenHash: hashToken(refresh), sessionId, expiresAt })
  return { sessionId, refresh }
}

/**
 * Ends the live sessions that match. From the commit on their calls are refused and their sockets closed, on every node.
 * @returns how many sessions ended
 */
export async function endSessions(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  filter: SessionFilter,
): Promise<number> {
  const sessionIds = await markSessionsEnded(transaction, filter, deps.clock.now())
  await deps.hub.endSessions(transaction, sessionIds)
  return sessionIds.length
}
