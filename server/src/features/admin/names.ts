import { inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'

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
