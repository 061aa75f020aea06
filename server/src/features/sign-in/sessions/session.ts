import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { hashToken } from '../../people/index.ts'
import { findCountry } from '../devices/country.ts'
import { type KnownDevice, readBrowserId, readKnownDevices } from '../devices/known-devices.ts'
import type { ByAccount } from '../tokens/account-cookies.ts'
import { type RememberedTokens, readRememberedTokens } from '../two-step/login/remembered-devices.ts'
import { insertRefreshToken, insertSession, markSessionsEnded, type SessionFilter } from './store.ts'

export const REFRESH_TTL_MS = 30 * DAY_MS
/** How long a session can live from its login on, however often it is refreshed. */
const SESSION_MAXIMUM_MS = 90 * DAY_MS
const USER_AGENT_MAXIMUM = 300

/** The browser and the network address that someone logs in from. */
export type Device = {
  userAgent: string
  ipAddress: string
  /** The accounts that the browser is a known device of. */
  knownDevices: ByAccount<KnownDevice>
  /** The id by which the browser becomes a known device of further accounts. */
  newDeviceId: string
  /** The browser's own id, the same for all accounts in it. */
  browserId: string
  /** The browser's tokens as a remembered device, so that it needs no second step. */
  rememberedTokens: RememberedTokens
}

/** Reads the device that a call comes from. A browser without our cookies gets new ids. */
export function toDevice(deps: Pick<Deps, 'secrets'>, request: FastifyRequest): Device {
  return {
    userAgent: request.headers['user-agent'] ?? '',
    ipAddress: request.ip,
    knownDevices: readKnownDevices(deps, request),
    newDeviceId: randomUUID(),
    browserId: readBrowserId(deps, request) ?? randomUUID(),
    rememberedTokens: readRememberedTokens(deps, request),
  }
}

/** The ids by which the browser is, or becomes, a known device of the account. */
export function getDeviceIds(
  { knownDevices, newDeviceId, browserId }: Pick<Device, 'knownDevices' | 'newDeviceId' | 'browserId'>,
  userId: number,
): { id: string; browserId: string } {
  return { id: knownDevices.get(userId)?.id ?? newDeviceId, browserId }
}

/**
 * `refresh`: the refresh token. `country`: where the session was opened, as ISO 3166 code; null if that is
 * unknown.
 */
export type OpenedSession = { sessionId: string; refresh: string; country: string | null }

/** The times after which a session must have been used last, and opened, to be live. */
export function getSessionCutoffs(now: Date): { usedAfter: Date; openedAfter: Date } {
  return {
    usedAfter: new Date(now.getTime() - REFRESH_TTL_MS),
    openedAfter: new Date(now.getTime() - SESSION_MAXIMUM_MS),
  }
}

/**
 * Opens a session of 30 days, extended at each refresh up to 90 days.
 * @param options.hasSecondStep whether the user just gave a second step
 * @returns the refresh token; we store only its hash
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export async function openSession(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  device: Pick<Device, 'userAgent' | 'ipAddress' | 'knownDevices' | 'newDeviceId' | 'browserId'>,
  { hasSecondStep = false }: { hasSecondStep?: boolean } = {},
): Promise<OpenedSession> {
  const at = deps.clock.now()
  const userAgent = device.userAgent.slice(0, USER_AGENT_MAXIMUM)
  const { ipAddress: address } = device
  const country = findCountry(address)
  const { id: deviceId, browserId } = getDeviceIds(device, userId)
  const newSession = { userId, userAgent, address, country, deviceId, browserId, at, hasSecondStep }
  const sessionId = await insertSession(transaction, newSession)
  const refresh = randomToken()
  const expiresAt = new Date(at.getTime() + REFRESH_TTL_MS)
  await insertRefreshToken(transaction, { tokenHash: hashToken(refresh), sessionId, expiresAt })
  return { sessionId, refresh, country }
}

/**
 * Ends the live sessions that match. From the commit on their calls are refused and their sockets closed, on
 * every node. Unless the filter names one session, `account.sessions-ended` is published, which ends what can
 * be read without a session. For one session that somebody else may have had, the caller publishes it.
 * @returns how many sessions ended
 */
export async function endSessions(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub' | 'jobs'>,
  filter: SessionFilter,
): Promise<number> {
  const sessionIds = await markSessionsEnded(transaction, filter, deps.clock.now())
  await deps.hub.endSessions(transaction, sessionIds)
  const { userId, sessionId } = filter
  if (userId !== undefined && sessionId === undefined) {
    await deps.jobs.publish(transaction, 'account.sessions-ended', { userId })
  }
  return sessionIds.length
}
