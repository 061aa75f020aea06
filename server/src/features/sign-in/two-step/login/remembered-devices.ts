/** Browsers that need no second step for 30 days. @see docs/rules/two-step.md#remembered-devices */

import { REMEMBERED_DAYS } from '@tendwell/contract/sign-in/two-step'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { randomToken } from '../../../../platform/secrets.ts'
import { deleteBatch, hashToken } from '../../../people/index.ts'
import { findOfAccount, type OfAccount, toCookieKey } from '../../tokens/account-cookies.ts'
import { rememberedDevices } from '../tables.ts'

const NAME = 'tendwell-remembered-'
const TTL_MS = REMEMBERED_DAYS * DAY_MS

/** The browser's tokens as a remembered device. */
export type RememberedTokens = OfAccount<string>

export function readRememberedTokens(deps: Pick<Deps, 'secrets'>, request: FastifyRequest): RememberedTokens {
  const tokens = new Map<string, string>()
  for (const [name, value] of Object.entries(request.cookies)) {
    if (name.startsWith(NAME) && value) tokens.set(name.slice(NAME.length), value)
  }
  return findOfAccount(deps, tokens)
}

/** Remembers a browser for the account. @returns the token for its cookie; we store only the hash */
export async function insertRememberedDevice(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(clock.now().getTime() + TTL_MS)
  await transaction.insert(rememberedDevices).values({ tokenHash: hashToken(token), userId, expiresAt })
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
  const [row] = await reader
    .select({ userId: rememberedDevices.userId })
    .from(rememberedDevices)
    .where(
      and(
        eq(rememberedDevices.tokenHash, hashToken(token)),
        eq(rememberedDevices.userId, userId),
        gt(rememberedDevices.expiresAt, clock.now()),
      ),
    )
  return row !== undefined
}

export function setRememberedCookie(
  deps: Pick<Deps, 'config' | 'secrets'>,
  reply: FastifyReply,
  userId: number,
  token: string,
): void {
  reply.setCookie(`${NAME}${toCookieKey(deps, userId)}`, token, {
    httpOnly: true,
    maxAge: TTL_MS / 1_000,
    path: '/api/auth',
    sameSite: 'lax',
    secure: deps.config.production,
  })
}

export function countRememberedDevices(reader: Reader, userId: number, now: Date): Promise<number> {
  const { userId: owner, expiresAt } = rememberedDevices
  return reader.$count(rememberedDevices, and(eq(owner, userId), gt(expiresAt, now)))
}

export async function deleteRememberedDevices(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(rememberedDevices).where(eq(rememberedDevices.userId, userId))
}

/** Deletes a batch of devices that were remembered until before this time. */
export async function deleteExpiredDevices(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, rememberedDevices, rememberedDevices.tokenHash, [
    lt(rememberedDevices.expiresAt, before),
  ])
}
