import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'

/** A browser in which an account's owner has logged in, or used a mailed link. */
export type KnownDevice = { id: string }

const TTL_SECONDS = (365 * DAY_MS) / 1_000
const NAME = 'tendwell-device-'

const PURPOSE = 'known-device'

/**
 * Reads the browser's cookies for the accounts that it is a known device of. A cookie that we didn't sign counts for
 * nothing.
 * @returns the device by user id
 * @see docs/rules/accounts.md#known-devices
 */
export function readKnownDevices(
  deps: Pick<Deps, 'secrets'>,
  request: FastifyRequest,
): ReadonlyMap<number, KnownDevice> {
  const devices = new Map<number, KnownDevice>()
  for (const [name, value] of Object.entries(request.cookies)) {
    if (!name.startsWith(NAME) || value === undefined) continue
    const [userId, id] = readSigned(deps.secrets, PURPOSE, value)?.split('.') ?? []
    if (id !== undefined) devices.set(Number(userId), { id })
  }
  return devices
}

/**
 * Makes the browser a known device of the account for a year, by a cookie of its own, since people share browsers.
 * @param id keeps its count of failed logins; by default a new one
 */
export function rememberDevice(
  deps: Pick<Deps, 'config' | 'secrets'>,
  reply: FastifyReply,
  userId: number,
  id: string = randomUUID(),
): void {
  reply.setCookie(`${NAME}${userId}`, signText(deps.secrets, PURPOSE, `${userId}.${id}`), {
    httpOnly: true,
    maxAge: TTL_SECONDS,
    path: '/api/auth',
    sameSite: 'lax',
    secure: deps.config.production,
  })
}
