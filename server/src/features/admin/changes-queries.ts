import type { AdminPendingChange, pendingChangesQuery } from '@tendwell/contract/admin'
import { and, asc, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { getOffset } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { caregiverProfiles, pendingChanges } from '../profiles/index.ts'
import { matchesUser, offersCategory } from './list-filters.ts'

/**
 * Lists one page of the changes of active caregivers, longest waiting first. `date_from` and `date_to` are UTC days of
 * joining, both included.
 * @see docs/rules/console.md#changes-of-name-and-photo
 */
export async function listPendingChanges(
  reader: Reader,
  query: z.infer<typeof pendingChangesQuery>,
): Promise<{ count: number; results: AdminPendingChange[] }> {
  const conditions = and(
    users.isActive,
    matchesUser(query.q),
    onDays(users.createdAt, query),
    offersCategory(query.category),
  )
  const ofUser = eq(users.id, pendingChanges.caregiverId)
  const ofProfile = eq(caregiverProfiles.userId, pendingChanges.caregiverId)
  const [total] = await reader
    .select({ count: count() })
    .from(pendingChanges)
    .innerJoin(users, ofUser)
    .innerJoin(caregiverProfiles, ofProfile)
    .where(conditions)
  const rows = await reader
    .select({ change: pendingChanges, user: users, status: caregiverProfiles.verificationStatus })
    .from(pendingChanges)
    .innerJoin(users, ofUser)
    .innerJoin(caregiverProfiles, ofProfile)
    .where(conditions)
    .orderBy(asc(pendingChanges.submittedAt), asc(pendingChanges.caregiverId))
    .limit(query.page_size)
    .offset(getOffset(query))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ change, user, status }) => ({
      id: user.id,
      change_id: change.changeId,
      email: user.email,
      full_name: user.fullName,
      avatar: toAvatarUrl(user),
      new_full_name: change.fullName,
      new_avatar: toAvatarUrl({ ...user, avatarFileId: change.avatarFileId }),
      submitted_at: change.submittedAt.toISOString(),
      verification_status: status,
    })),
  }
}
