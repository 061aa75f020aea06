import type { AdminCaregiver, verificationListQuery } from '@tendwell/contract/admin'
import { and, asc, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { onDays } from '../../platform/days.ts'
import { offsetOf } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { createFileLink } from '../files/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { offers, personMatches } from './filters.ts'

type ListQuery = z.infer<typeof verificationListQuery>

function matching(query: ListQuery) {
  return and(
    eq(caregiverProfiles.verificationStatus, query.status),
    eq(users.role, 'caregiver'),
    users.isActive,
    personMatches(query.q),
    onDays(users.createdAt, query),
    offers(query.category),
  )
}

/**
 * A page of the active caregivers in one state of verification, those who wait longest first. `date_from` and
 * `date_to` are days in UTC on which they joined, both included.
 * @param adminId whose openings of the document links the audit log will show
 */
export async function caregiversToVerify(
  deps: Deps,
  adminId: number,
  query: ListQuery,
): Promise<{ count: number; results: AdminCaregiver[] }> {
  const chosen = matching(query)
  const joined = eq(users.id, caregiverProfiles.userId)
  const [total] = await deps.database
    .select({ count: count() })
    .from(caregiverProfiles)
    .innerJoin(users, joined)
    .where(chosen)
  const rows = await deps.database
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      avatarFileId: users.avatarFileId,
      joinedAt: users.createdAt,
      status: caregiverProfiles.verificationStatus,
      idFront: caregiverProfiles.govIdFrontFileId,
      idBack: caregiverProfiles.govIdBackFileId,
      certificate: caregiverProfiles.certificateFileId,
    })
    .from(caregiverProfiles)
    .innerJoin(users, joined)
    .where(chosen)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  const linkTo = (fileId: string | null) => (fileId === null ? null : createFileLink(deps, fileId, adminId))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      full_name: row.fullName,
      email: row.email,
      avatar: toAvatarUrl(row.avatarFileId),
      id_front: linkTo(row.idFront),
      id_back: linkTo(row.idBack),
      certificate: linkTo(row.certificate),
      document_ids: { id_front: row.idFront, id_back: row.idBack, certificate: row.certificate },
      joined: row.joinedAt.toISOString(),
      verification_status: row.status,
    })),
  }
}
