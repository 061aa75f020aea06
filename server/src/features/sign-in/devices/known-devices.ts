import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'
import { type ByAccount, indexByAccount, toCookieKey } from '../tokens/account-cookies.ts'

/** A browser in which an account's owner has logged in, or used a mailed link. */
export type KnownDevice = { id: string }

const TTL_SECONDS = (365 * DAY_MS) / 1_000
const COOKIE_PREFIX = 'tendwell-device-'

const PURPOSE = 'known-device'

const BROWSER_COOKIE = { name: 'tendwell-browser', purpose: 'browser' }

/**
 * Reads the browser's cookies for the accounts that it is a known device of. A cookie that we didn't sign
 * counts for nothing.
 * @see docs/rules/accounts.md#known-devices
 */
export function readKnownDevices(
  deps: Pick<Deps, 'secrets'>,
  request: FastifyRequest,
): ByAccount<KnownDevice> {
  const devices = new Map<string, KnownDevice>()
  for (const [name, value] of Object.entries(request.cookies)) {
    if (!name.startsWith(COOKIE_PREFIX) || value === undefined) continue
    const [cookieKey, id] = readSigned(deps.secrets, PURPOSE, value)?.split('.') ?? []
    if (cookieKey !== undefined && id !== undefined) devices.set(cookieKey, { id })
  }
  return indexByAccount(deps, devices)
}

/**
 * The browser's own id, the same for all accounts in it; null before its first login.
 * @see docs/rules/safety.md#ban-list
 */
export function readBrowserId({ secrets }: Pick<Deps, 'secrets'>, request: FastifyRequest): string | null {
  const value = request.cookies[BROWSER_COOKIE.name]
  return value === undefined ? null : readSigned(secrets, BROWSER_COOKIE.purpose, value)
}

/**
 * Makes the browser a known device of the account for a year. Each account has its own cookie, since people
 * share browsers.
 * @param ids.id the device's id, by which its failed logins are counted; by default a new one
 * @param ids.browserId the browser's own id, if a session was opened in it
 */
export function setKnownDeviceCookie(
  deps: Pick<Deps, 'config' | 'secrets'>,
  reply: FastifyReply,
  userId: number,
  { id = randomUUID(), browserId }: { id?: string | undefined; browserId?: string } = {},
): void {
  const options = {
    httpOnly: true,
    maxAge: TTL_SECONDS,
    path: '/api/auth',
    sameSite: 'lax',
    secure: deps.config.production,
  } as const
  const cookieKey = toCookieKey(deps, userId)
  reply.setCookie(
    `${COOKIE_PREFIX}${cookieKey}`,
    signText(deps.secrets, PURPOSE, `${cookieKey}.${id}`),
    options,
  )
  if (browserId === undefined) return
  reply.setCookie(BROWSER_COOKIE.name, signText(deps.secrets, BROWSER_COOKIE.purpose, browserId), options)
}
