import type { AdminUser, adminUsersQuery } from '@tendwell/contract/admin'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { offsetOf } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { countUpToReach, offers, personMatches, REACH } from './filters.ts'

/**
 * A page of the families or of the caregivers, whoever joined last first, in two statements. `date_from` and
 * `date_to` are days in UTC on which they joined; a category leaves the caregivers who offer it, and no family. The count is exact up to 10,000 and 10,001 beyond.
 */
export async function peopleOf(
  reader: Reader,
  query: z.infer<typeof adminUsersQuery>,
): Promise<{ count: number; results: AdminUser[] }> {
  const offering = reader
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(offers(query.category))
  const chosen = and(
    eq(users.role, query.role),
    personMatches(query.q),
    onDays(users.createdAt, query),
    query.category && inArray(users.id, offering),
  )
  const count = await countUpToReach(
    reader,
    reader.select({ one: sql`1` }).from(users).where(chosen).$dynamic(),
  )
  const offset = offsetOf(query)
  if (offset >= Math.min(count, REACH)) return { count, results: [] }
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
    .where(chosen)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(query.page_size)
    .offset(offset)
  return {
    count,
    results: rows.map((row) => ({
      id: row.id,
      full_name: row.fullName,
      email: row.email,
      avatar: toAvatarUrl(row.avatarFileId),
      joined: row.joinedAt.toISOString(),
      is_active: row.isActive,
      verification_status: row.verificationStatus,
    })),
  }
}
