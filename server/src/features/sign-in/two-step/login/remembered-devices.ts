/** Browsers that need no second step for 30 days. @see docs/rules/two-step.md#remembered-devices */

import { REMEMBERED_DAYS } from '@tendwell/contract/sign-in/two-step'
import { DAY_MS } from '@tendwell/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { randomToken } from '../../../../platform/secrets.ts'
import { type ByAccount, indexByAccount, toCookieKey } from '../../tokens/account-cookies.ts'
import { findToken, insertToken } from '../tokens.ts'

const COOKIE_PREFIX = 'tendwell-remembered-'
const TTL_MS = REMEMBERED_DAYS * DAY_MS

/** The tokens that make the browser a remembered device, by account. */
export type RememberedTokens = ByAccount<string>

/** Reads from the browser's cookies for which accounts it is a remembered device. */
export function readRememberedTokens(deps: Pick<Deps, 'secrets'>, request: FastifyRequest): RememberedTokens {
  const tokens = new Map<string, string>()
  for (const [name, value] of Object.entries(request.cookies)) {
    if (name.startsWith(COOKIE_PREFIX) && value) tokens.set(name.slice(COOKIE_PREFIX.length), value)
  }
  return indexByAccount(deps, tokens)
}

/** Remembers a browser for the account. @returns the token for its cookie */
export async function insertRememberedDevice(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(clock.now().getTime() + TTL_MS)
  await insertToken(transaction, { token, purpose: 'remembered_device', userId, expiresAt })
  return token
}

/** Whether the browser is remembered for the account. */
export async function isRemembered(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  tokens: RememberedTokens,
): Promise<boolean> {
  const token = tokens.get(userId)
  if (token === undefined) return false
  const use = { token, purpose: 'remembered_device' as const, userId, now: clock.now() }
  return (await findToken(reader, use)) !== null
}

export function setRememberedDeviceCookie(
  deps: Pick<Deps, 'config' | 'secrets'>,
  reply: FastifyReply,
  userId: number,
  token: string,
): void {
  reply.setCookie(`${COOKIE_PREFIX}${toCookieKey(deps, userId)}`, token, {
    httpOnly: true,
    maxAge: TTL_MS / 1_000,
    path: '/api/auth',
    sameSite: 'lax',
    secure: deps.config.production,
  })
}
