import { and, eq, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../../platform/database.ts'
import { mailedTokens } from '../tables.ts'

/** Whether someone signed up again with the address of an account that is still unverified. */
export async function hasRepeatedSignup(reader: Reader, userId: number): Promise<boolean> {
  const [row] = await reader
    .select({ tokenHash: mailedTokens.tokenHash })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.userId, userId), isNotNull(mailedTokens.signup)))
    .limit(1)
  return row !== undefined
}
