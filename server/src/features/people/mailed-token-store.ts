import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { deleteBatch } from './delete-batch.ts'
import { mailedTokens } from './tables.ts'

export type MailedLinkPurpose = (typeof mailedTokens.$inferInsert)['purpose']

export async function insertMailedToken(
  transaction: Transaction,
  token: Omit<typeof mailedTokens.$inferInsert, 'usedAt'>,
): Promise<void> {
  await transaction.insert(mailedTokens).values(token)
}

/**
 * Marks the user's unused links as used.
 * @param links.purpose if missing, links of all purposes
 */
export async function markMailedTokensUsed(
  transaction: Transaction,
  links: { userId: number; purpose?: MailedLinkPurpose; at: Date },
): Promise<void> {
  const { userId, purpose, at } = links
  await transaction
    .update(mailedTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(mailedTokens.userId, userId),
        purpose ? eq(mailedTokens.purpose, purpose) : undefined,
        isNull(mailedTokens.usedAt),
      ),
    )
}

/**
 * Uses up a token. The caller has locked its user's row.
 * @returns false if it is used, ended or expired, or still needs a password
 */
export async function spendMailedToken(
  transaction: Transaction,
  { tokenHash, at }: { tokenHash: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(mailedTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(mailedTokens.tokenHash, tokenHash),
        isNull(mailedTokens.usedAt),
        isNull(mailedTokens.passwordHash),
        gt(mailedTokens.expiresAt, at),
      ),
    )
  return rowCount === 1
}

/** Makes an ended token valid again, without the password that it needed. */
export async function renewMailedToken(
  transaction: Transaction,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await transaction
    .update(mailedTokens)
    .set({ usedAt: null, passwordHash: null, expiresAt })
    .where(eq(mailedTokens.tokenHash, tokenHash))
}

/** Deletes a batch of links that expired before this time. */
export async function deleteExpiredMailedTokens(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, mailedTokens, mailedTokens.tokenHash, [lt(mailedTokens.expiresAt, before)])
}
