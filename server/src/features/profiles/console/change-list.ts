import type { AdminPendingChange, pendingChangesQuery } from '@tendwell/contract/console/users'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { matchesUser, toAvatarUrl, users } from '../../people/index.ts'
import { caregiverProfiles, pendingChanges } from '../tables.ts'
import { offersCategory } from './category.ts'

type ListQuery = z.infer<typeof pendingChangesQuery>

const ofUser = eq(users.id, pendingChanges.caregiverId)
const ofProfile = eq(caregiverProfiles.userId, pendingChanges.caregiverId)

/** Reads rows of the list, each with the user and the verification status. */
const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      change: pendingChanges,
      user: users,
      status: caregiverProfiles.verificationStatus,
    })
    .from(pendingChanges)
    .innerJoin(users, ofUser)
    .innerJoin(caregiverProfiles, ofProfile)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * The console's list of profile changes of active caregivers that wait, longest waiting first. `date_from`
 * and `date_to` are the UTC days on which the caregivers joined, both included.
 * @see docs/rules/console.md#changes-of-name-and-photo
 */
export const pendingChangeList: SortedList<WithoutPage<ListQuery>, AdminPendingChange> = {
  from: sql`${pendingChanges} JOIN ${users} ON ${ofUser} JOIN ${caregiverProfiles} ON ${ofProfile}`,
  id: pendingChanges.caregiverId,
  sorts: { submitted_at: pendingChanges.submittedAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: 'submitted_at',
  match: async (_deps, query) =>
    and(users.isActive, matchesUser(query.q), onDays(users.createdAt, query), offersCategory(query.category)),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    return rows.map(({ sortValue, change, user, status }) => ({
      sortValue,
      result: {
        id: user.id,
        change_id: change.changeId,
        email: user.email,
        full_name: user.fullName,
        avatar: toAvatarUrl(user),
        new_full_name: change.fullName,
        new_avatar: toAvatarUrl({ ...user, avatarFileId: change.avatarFileId }),
        new_description: change.description,
        submitted_at: change.submittedAt.toISOString(),
        verification_status: status,
      },
    }))
  },
}
