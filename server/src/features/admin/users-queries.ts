import type { AdminUser, adminUsersQuery } from '@tendwell/contract/admin'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { countUpTo, getOffset } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { MAX_COUNT, matchesUser, offersCategory } from './list-filters.ts'

/**
 * Lists one page of the families or the caregivers, newest first. `date_from` and `date_to` are UTC days of joining,
 * both included; a category matches only caregivers. The count is exact up to 10,000, otherwise 10,001.
 * @see docs/rules/console.md#lists-and-filters
 */
export async function listUsers(
  reader: Reader,
  query: z.infer<typeof adminUsersQuery>,
): Promise<{ count: number; results: AdminUser[] }> {
  const caregiversOffering = reader
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(offersCategory(query.category))
  const conditions = and(
    eq(users.role, query.role),
    matchesUser(query.q),
    onDays(users.createdAt, query),
    query.category && inArray(users.id, caregiversOffering),
  )
  const count = await countUpTo(reader, users, conditions, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const rows = await reader
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      avatarFileId: users.avatarFileId,
      joinedAt: users.createdAt,
      isActive: users.isActive,
      verificationStatus: caregiverProfiles.verificationStatus,
    })
    .from(users)
    .leftJoin(caregiverProfiles, eq(caregiverProfiles.userId, users.id))
    .where(conditions)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(query.page_size)
    .offset(offset)
  return {
    count,
    results: rows.map((row) => ({
      id: row.id,
      full_name: row.fullName,
      email: row.email,
      avatar: toAvatarUrl(row),
      joined: row.joinedAt.toISOString(),
      is_active: row.isActive,
      verification_status: row.verificationStatus,
    })),
  }
}
