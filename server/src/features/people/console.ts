/** What the console shows of people. @see docs/rules/console.md#people */
import type { adminUsersQuery } from '@tendwell/contract/console/users'
import { and, desc, eq, inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/days.ts'
import type { WithoutPage } from '../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../platform/database/sorted-list.ts'
import { IS_NOT_ERASED } from './erased.ts'
import { matchesUser, readNumber } from './list-filters.ts'
import { users } from './tables.ts'
import type { UserRow } from './user.ts'

/** `among`: a subquery of user ids, to which the list is limited. */
type ListQuery = Omit<WithoutPage<z.infer<typeof adminUsersQuery>>, 'category'> & {
  among?: SQLWrapper | undefined
}

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({ sortValue, result: users })
    .from(users)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * The console's list of families or of caregivers, without those whose account was erased. `date_from` and
 * `date_to` are the UTC days on which they joined, both included.
 */
export const userList: SortedList<ListQuery, UserRow> = {
  from: users,
  id: users.id,
  sorts: { joined: users.createdAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: '-joined',
  match: async (_deps, query) =>
    and(
      eq(users.role, query.role),
      IS_NOT_ERASED,
      matchesUser(query.q, 'part'),
      onDays(users.createdAt, query),
      query.among && inArray(users.id, query.among),
    ),
  read: (deps, part) => readRows(deps, part),
}

/**
 * The newest people of any role who match a search: `q` is their id, a part of their name, or their whole
 * email address.
 */
export function searchPeople(reader: Reader, q: string, limit: number): Promise<UserRow[]> {
  const number = readNumber(q)
  return reader
    .select()
    .from(users)
    .where(or(matchesUser(q), number === null ? undefined : eq(users.id, number)))
    .orderBy(desc(users.id))
    .limit(limit)
}
