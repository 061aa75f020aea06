import type { AdminUser, adminUsersQuery } from '@tendwell/contract/console/users'
import { toLocalDate } from '@tendwell/contract/time'
import type { z } from 'zod'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  composeList,
  type ListDeps,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { toAvatarUrl, userList as userRowList } from '../../people/index.ts'
import { findVerificationStatuses, selectCaregiversOffering } from '../../profiles/index.ts'

type ListQuery = z.infer<typeof adminUsersQuery>

/** The list of people as the contract has it, with the verification status of caregivers. */
const listWithStatus = composeList(userRowList, async ({ database }, users): Promise<AdminUser[]> => {
  const statuses = await findVerificationStatuses(
    database,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    avatar: toAvatarUrl(user),
    joined: user.createdAt.toISOString(),
    is_active: user.isActive,
    is_closed: user.closedAt !== null,
    is_deactivated: user.deactivatedAt !== null,
    suspended_until: user.suspendedUntil && toLocalDate(user.suspendedUntil.getTime(), 'UTC'),
    verification_status: statuses.get(user.id) ?? null,
  }))
})

/**
 * The list of families or of caregivers. With a category it has only the caregivers who offer that category.
 */
export const userList: SortedList<WithoutPage<ListQuery>, AdminUser> = {
  ...listWithStatus,
  match: (deps, { category, ...query }) =>
    listWithStatus.match(deps, {
      ...query,
      among: category && selectCaregiversOffering(deps.database, category),
    }),
}

/** Lists one page of the families or the caregivers. */
export const listUsers = (deps: ListDeps, query: ListQuery) => readPage(deps, userList, query)
