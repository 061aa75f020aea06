import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { deleteBatch } from './delete-batch.ts'
import { mailedTokens } from './tables.ts'

export type MailedLinkPurpose = (typeof mailedTokens.$inferInsert)['purpose']

export async function insertMailedToken(
  transaction: Transaction,
  token: {
    tokenHash: string
    userId: number
    purpose: MailedLinkPurpose
    expiresAt: Date
  },
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

/** Deletes a batch of links that expired before this time. */
export async function deleteExpiredMailedTokens(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, mailedTokens, mailedTokens.tokenHash, [lt(mailedTokens.expiresAt, before)])
}
