/** What narrows the console's lists, and how far they are counted. */
import type { CareCategory } from '@tendwell/contract/reference'
import { and, arrayContains, count, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import { escapeLike, type Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'

/** Counting on, or leafing on, would take seconds where a filter leaves a million rows (architecture). */
export const REACH = 10_000

/** With more people than this of a name, their rows are found faster by looking at the rows. */
const FEW_PEOPLE = 500

/** That a person's name or address contains a text, whatever its case; nothing for an empty one. */
export function personMatches(q: string | undefined): SQL | undefined {
  const wanted = q?.trim().toLowerCase()
  if (!wanted) return undefined
  const pattern = `%${escapeLike(wanted)}%`
  return or(sql`lower(${users.fullName}) LIKE ${pattern}`, like(users.email, pattern))
}

/** That a caregiver offers a category, which is one of her skills; nothing without one. */
export function offers(category: CareCategory | undefined): SQL | undefined {
  return category && arrayContains(caregiverProfiles.skillKeys, [category.toLowerCase()])
}

/**
 * That one of a row's two sides has a name or address that contains a text. Asks for the people first: few of them
 * are looked up in the sides' indexes, many are checked row by row.
 */
export async function sideMatches(
  reader: Reader,
  q: string | undefined,
  sides: { caregiver: PgColumn; caretaker: PgColumn },
): Promise<SQL | undefined> {
  const matches = personMatches(q)
  if (!matches) return undefined
  const people = reader.select({ id: users.id }).from(users).where(matches)
  const found = await people.limit(FEW_PEOPLE + 1)
  if (found.length === 0) return sql`false`
  const ids = found.length <= FEW_PEOPLE ? found.map(({ id }) => id) : null
  const isOneOf = (role: keyof typeof sides) =>
    inArray(
      sides[role],
      ids ??
        reader
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.role, role), matches)),
    )
  return or(isOneOf('caregiver'), isOneOf('caretaker'))
}

/** How many rows a query finds: exact up to 10,000, and 10,001 beyond. @param rows a query of `{ one: 1 }` */
export async function countUpToReach(reader: Reader, rows: PgSelect): Promise<number> {
  const found = rows.limit(REACH + 1).as('found')
  const [total] = await reader.select({ count: count() }).from(found)
  return total?.count ?? 0
}
