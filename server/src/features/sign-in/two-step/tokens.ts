/** Tickets, remembered devices and passkeys' challenges: random texts that expire, stored as hashes. */
import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { deleteBatch, hashToken } from '../../people/index.ts'
import { type TOKEN_PURPOSES, twoStepTokens } from './tables.ts'

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]
export type TokenRow = typeof twoStepTokens.$inferSelect

/**
 * A token, what it has to be for, and the user it has to belong to: null if it must belong to none, undefined
 * if that doesn't matter.
 */
type TokenUse = { token: string; purpose: TokenPurpose; userId?: number | null; now: Date }

const FAILURES_MAXIMUM = 5

export async function insertToken(
  transaction: Transaction,
  { token, ...row }: Omit<typeof twoStepTokens.$inferInsert, 'tokenHash'> & { token: string },
): Promise<void> {
  await transaction.insert(twoStepTokens).values({ tokenHash: hashToken(token), ...row })
}

/** @returns null for a token that is unknown, used, ended or expired, or had five failures */
export async function findToken(reader: Reader, use: TokenUse): Promise<TokenRow | null> {
  const [row] = await reader.select().from(twoStepTokens).where(isValid(use))
  return row ?? null
}

/** Uses up a token. @returns false for one that `findToken` wouldn't find */
export async function spendToken(transaction: Transaction, use: TokenUse): Promise<boolean> {
  const { rowCount } = await transaction.delete(twoStepTokens).where(isValid(use))
  return rowCount === 1
}

/** Counts a wrong second step with a ticket. */
export async function countFailure(transaction: Transaction, use: TokenUse): Promise<void> {
  const failures = sql`${twoStepTokens.failures} + 1`
  await transaction.update(twoStepTokens).set({ failures }).where(isValid(use))
}

export function countRememberedDevices(reader: Reader, userId: number, now: Date): Promise<number> {
  return reader.$count(
    twoStepTokens,
    and(isOfUser(userId, ['remembered_device']), gt(twoStepTokens.expiresAt, now)),
  )
}

export async function deleteRememberedDevices(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(twoStepTokens).where(isOfUser(userId, ['remembered_device']))
}

/**
 * Ends a user's logins that wait for a second step, and their remembered devices, which need none.
 * @param userId the user's row is locked
 */
export async function endTicketsAndRememberedDevices(
  transaction: Transaction,
  userId: number,
): Promise<void> {
  await transaction.delete(twoStepTokens).where(isOfUser(userId, ['login_ticket', 'remembered_device']))
}

/** Deletes a batch of tokens that expired before a time. */
export async function deleteExpiredTwoStepTokens(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, twoStepTokens, twoStepTokens.tokenHash, [
    lt(twoStepTokens.expiresAt, before),
  ])
}

function isOfUser(userId: number, purposes: TokenPurpose[]): SQL | undefined {
  return and(eq(twoStepTokens.userId, userId), inArray(twoStepTokens.purpose, purposes))
}

/** Matches the token if it can be used in this way. */
function isValid({ token, purpose, userId, now }: TokenUse): SQL | undefined {
  return and(
    eq(twoStepTokens.tokenHash, hashToken(token)),
    eq(twoStepTokens.purpose, purpose),
    userId === undefined ? undefined : isOwnedBy(userId),
    gt(twoStepTokens.expiresAt, now),
    lt(twoStepTokens.failures, FAILURES_MAXIMUM),
  )
}

function isOwnedBy(userId: number | null): SQL {
  return userId === null ? isNull(twoStepTokens.userId) : eq(twoStepTokens.userId, userId)
}
