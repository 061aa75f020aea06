import { and, eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database.ts'
import { identities } from '../tables.ts'

/** Whether a user can sign in with Google. */
export async function hasIdentity(reader: Reader, userId: number): Promise<boolean> {
  return (await reader.$count(identities, eq(identities.userId, userId))) > 0
}

/** The user linked to an identity; null if none is. */
export async function findUserIdByIdentity(
  reader: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await reader
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.userId ?? null
}
