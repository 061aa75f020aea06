import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { mailedTokens, type RepeatedSignup, refreshTokens, usedCredentials } from './tables.ts'

type MailedPurpose = (typeof mailedTokens.$inferInsert)['purpose']

export async function insertRefreshToken(
  transaction: Transaction,
  token: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await transaction.insert(refreshTokens).values(token)
}

export async function markRefreshTokenUsed(
  transaction: Transaction,
  tokenHash: string,
  at: Date,
): Promise<void> {
  await transaction.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.tokenHash, tokenHash))
}

export async function insertMailedToken(
  transaction: Transaction,
  token: {
    tokenHash: string
    userId: number
    purpose: MailedPurpose
    expiresAt: Date
    signup: RepeatedSignup | null
  },
): Promise<void> {
  await transaction.insert(mailedTokens).values(token)
}

/** Makes every link of this purpose that the user still has a used one, and forgets what it would have confirmed. */
export async function spendMailedTokens(
  transaction: Transaction,
  userId: number,
  purpose: MailedPurpose,
  at: Date,
): Promise<void> {
  await transaction
    .update(mailedTokens)
    .set({ usedAt: at, signup: null })
    .where(
      and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose), isNull(mailedTokens.usedAt)),
    )
}

/** Makes every link that the user still has a used one. */
export async function spendAllMailedTokens(
  transaction: Transaction,
  userId: number,
  at: Date,
): Promise<void> {
  await spendMailedTokens(transaction, userId, 'verify_email', at)
  await spendMailedTokens(transaction, userId, 'reset_password', at)
}

/** Remembers that a provider's token was used. @returns whether this was its first use */
export async function insertUsedCredential(
  transaction: Transaction,
  credential: { tokenId: string; expiresAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(usedCredentials)
    .values(credential)
    .onConflictDoNothing()
    .returning({ tokenId: usedCredentials.tokenId })
  return inserted.length === 1
}

/**
 * Removes tokens that ended before these moments, some thousands at a time so that no statement takes long. Links of
 * repeated sign-ups stay until their account is verified: what is mailed to it depends on them.
 */
export async function removeEndedTokens(
  transaction: Transaction,
  before: { refresh: Date; mailed: Date; credentials: Date },
): Promise<void> {
  const BATCH = 5_000
  const refresh = transaction
    .select({ tokenHash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(lt(refreshTokens.expiresAt, before.refresh))
    .limit(BATCH)
  await transaction.delete(refreshTokens).where(inArray(refreshTokens.tokenHash, refresh))
  const mailed = transaction
    .select({ tokenHash: mailedTokens.tokenHash })
    .from(mailedTokens)
    .where(and(lt(mailedTokens.expiresAt, before.mailed), isNull(mailedTokens.signup)))
    .limit(BATCH)
  await transaction.delete(mailedTokens).where(inArray(mailedTokens.tokenHash, mailed))
  const used = transaction
    .select({ tokenId: usedCredentials.tokenId })
    .from(usedCredentials)
    .where(lt(usedCredentials.expiresAt, before.credentials))
    .limit(BATCH)
  await transaction.delete(usedCredentials).where(inArray(usedCredentials.tokenId, used))
}
