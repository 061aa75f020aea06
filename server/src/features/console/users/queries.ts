import type { AdminUser, adminUsersQuery } from '@tendwell/contract/console/users'
import { toLocalDate } from '@tendwell/contract/time'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { matchesUser, toAvatarUrl, users } from '../../people/index.ts'
import { caregiverProfiles, offersCategory } from '../../profiles/index.ts'
import { IS_NOT_ERASED } from '../people/erased.ts'

type ListQuery = z.infer<typeof adminUsersQuery>

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      from: users,
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      avatarFileId: users.avatarFileId,
      joinedAt: users.createdAt,
      isActive: users.isActive,
      closedAt: users.closedAt,
      deactivatedAt: users.deactivatedAt,
      suspendedUntil: users.suspendedUntil,
      verificationStatus: caregiverProfiles.verificationStatus,
    })
    .from(users)
    .leftJoin(caregiverProfiles, eq(caregiverProfiles.userId, users.id))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * The families or the caregivers, without those who are erased. `date_from` and `date_to` are UTC days of
 * joining, both included; a category matches only caregivers.
 */
export const userList: SortedList<WithoutPage<ListQuery>, AdminUser> = {
  from: users,
  id: users.id,
  sorts: { joined: users.createdAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: '-joined',
  match: async ({ database }, query) => {
    const caregiversOffering = database
      .select({ id: caregiverProfiles.userId })
      .from(caregiverProfiles)
      .where(offersCategory(query.category))
    return and(
      eq(users.role, query.role),
      IS_NOT_ERASED,
      matchesUser(query.q, 'part'),
      onDays(users.createdAt, query),
      query.category && inArray(users.id, caregiversOffering),
    )
  },
  async read(deps, part) {
    const rows = await readRows(deps, part)
    return rows.map((row) => ({
      sortValue: row.sortValue,
      result: {
        id: row.id,
        full_name: row.fullName,
        email: row.email,
        avatar: toAvatarUrl(row),
        joined: row.joinedAt.toISOString(),
        is_active: row.isActive,
        is_closed: row.closedAt !== null,
        is_deactivated: row.deactivatedAt !== null,
        suspended_until: row.suspendedUntil && toLocalDate(row.suspendedUntil.getTime(), 'UTC'),
        verification_status: row.verificationStatus,
      },
    }))
  },
}

/** Lists one page of the families or the caregivers. */
export const listUsers = (deps: ListDeps, query: ListQuery) => readPage(deps, userList, query)
