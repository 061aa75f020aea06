import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
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
