/** Filters of the console's lists by people. @see docs/rules/console.md#lists-and-filters */
import { and, eq, exists, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { escapeLike, type Reader } from '../../platform/database/database.ts'
import { users } from './tables.ts'

/** Up to this many matching users, a list of their ids is a faster condition than a subquery. */
const MAX_LISTED_USERS = 500

const TRIGRAM_LENGTH = 3

/** Whether a search must give the whole email address, or a part of it, as in lists that show emails. */
export type EmailMatch = 'whole' | 'part'

/**
 * Matches users by a part of their name, or by their email address, ignoring case.
 * @returns undefined, which matches all, for an empty text
 * @see docs/rules/console.md#lists-and-filters
 */
export function matchesUser(q: string | undefined, email: EmailMatch = 'whole'): SQL | undefined {
  const searchText = q?.trim().toLowerCase()
  if (!searchText) return undefined
  return or(
    containsText(sql`lower(${users.fullName})`, searchText),
    email === 'part' ? containsText(users.email, searchText) : eq(users.email, searchText),
  )
}

/** Matches a column that contains a text, by its trigram index where that helps: it does not for two letters. */
function containsText(column: SQLWrapper, text: string): SQL {
  if (text.length < TRIGRAM_LENGTH) return sql`strpos(${column}, ${text}) > 0`
  return sql`${column} LIKE ${`%${escapeLike(text)}%`}`
}

/** A subquery of the ids of the users that `matchesUser` finds; undefined for an empty text. */
export function selectUsers(reader: Reader, q: string | undefined) {
  const matches = matchesUser(q)
  return matches && reader.select({ id: users.id }).from(users).where(matches)
}

/** The number that staff search for, as `12` or `#12`; null for any other text. */
export function readNumber(q: string | undefined): number | null {
  const digits = /^#?(\d{1,9})$/.exec(q?.trim() ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * Matches rows in which this person is the family or the caregiver. Without a person it is undefined, which
 * matches all rows.
 */
export function isOfPerson(
  personId: number | undefined,
  columns: { caregiver: PgColumn; caretaker: PgColumn },
): SQL | undefined {
  if (personId === undefined) return undefined
  return or(eq(columns.caregiver, personId), eq(columns.caretaker, personId))
}

/**
 * Matches rows in which the family or the caregiver has this name or email address, by the rules of
 * `matchesUser`. Queries the matching users first, to choose the faster condition.
 * @param options.hasFewRows whether it takes less to look up the people of each row than to find all people who
 *   match
 */
export async function matchesEitherParty(
  reader: Reader,
  q: string | undefined,
  columns: { caregiver: PgColumn; caretaker: PgColumn },
  { email, hasFewRows = false }: { email?: EmailMatch | undefined; hasFewRows?: boolean } = {},
): Promise<SQL | undefined> {
  const matches = matchesUser(q, email)
  if (!matches) return undefined
  const matchingUsers = reader.select({ id: users.id }).from(users).where(matches)
  const firstMatches = await matchingUsers.limit(MAX_LISTED_USERS + 1)
  if (firstMatches.length === 0) return sql`false`
  if (hasFewRows && firstMatches.length > MAX_LISTED_USERS) {
    const isParty = sql`${users.id} IN (${columns.caregiver}, ${columns.caretaker})`
    return exists(reader.select({ id: users.id }).from(users).where(and(isParty, matches)))
  }
  const listedIds = firstMatches.length <= MAX_LISTED_USERS ? firstMatches.map(({ id }) => id) : null
  const matchesParty = (role: keyof typeof columns) => {
    const usersOfRole = reader
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, role), matches))
    return inArray(columns[role], listedIds ?? usersOfRole)
  }
  return or(matchesParty('caregiver'), matchesParty('caretaker'))
}

/** Matches rows by their id, or by the name or email address of the family or caregiver. */
export async function matchesNumberOrParty(
  reader: Reader,
  q: string | undefined,
  id: PgColumn,
  columns: { caregiver: PgColumn; caretaker: PgColumn },
  email?: EmailMatch,
): Promise<SQL | undefined> {
  const number = readNumber(q)
  const byParty = await matchesEitherParty(reader, q, columns, { email })
  return number === null ? byParty : or(byParty, eq(id, number))
}
