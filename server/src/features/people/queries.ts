import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { auditLog } from './audit/tables.ts'
import { mailedTokens, users } from './tables.ts'
import type { UserRow } from './user.ts'

/** @param email trimmed and lower case, as `emailSchema` returns it */
export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(reader: Reader, userId: number): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.id, userId))
  return row ?? null
}

/** Lists the active admins. */
export async function listAdminIds(reader: Reader): Promise<number[]> {
  const admins = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.staffRole, 'admin'), users.isActive))
  return admins.map(({ id }) => id)
}

/** Finds people's names. @returns by id */
export async function findNames(
  reader: Reader,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const found = await reader
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Finds the token of an emailed link, used or not; null if it has another purpose. */
export async function findMailedToken(
  reader: Reader,
  tokenHash: string,
  purpose: (typeof mailedTokens.$inferSelect)['purpose'],
) {
  const [row] = await reader
    .select()
    .from(mailedTokens)
    .where(and(eq(mailedTokens.tokenHash, tokenHash), eq(mailedTokens.purpose, purpose)))
  return row ?? null
}

/** How many earlier addresses count. */
const MOST_EARLIER_EMAILS = 20

/**
 * A user's email and the newest ones before it. One that was never confirmed may be anyone's, and is left
 * out.
 */
export async function listConfirmedEmails(
  reader: Reader,
  userId: number,
  mostEarlier = MOST_EARLIER_EMAILS,
): Promise<string[]> {
  const current = await reader
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const earlier = await reader
    .select({ email: sql<string>`${auditLog.before} ->> 'email'` })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'email.changed'), eq(auditLog.subject, `user:${userId}`)))
    .orderBy(desc(auditLog.id))
    .limit(mostEarlier)
  return [...current, ...earlier].map(({ email }) => email)
}
