import type { AdminCaregiver, verificationListQuery } from '@tendwell/contract/admin'
import { and, asc, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { onDays } from '../../platform/days.ts'
import { getOffset } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { createFileLink } from '../files/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { matchesUser, offersCategory } from './list-filters.ts'

type ListQuery = z.infer<typeof verificationListQuery>

function toConditions(query: ListQuery) {
  return and(
    eq(caregiverProfiles.verificationStatus, query.status),
    eq(users.role, 'caregiver'),
    users.isActive,
    matchesUser(query.q),
    onDays(users.createdAt, query),
    offersCategory(query.category),
  )
}

/**
 * Lists one page of the active caregivers with one verification status, longest waiting first. `date_from` and
 * `date_to` are UTC days of joining, both included.
 * @param adminId the admin the document links are signed for
 * @see docs/rules/console.md#verification-decisions
 */
export async function listCaregiversToVerify(
  deps: Deps,
  adminId: number,
  query: ListQuery,
): Promise<{ count: number; results: AdminCaregiver[] }> {
  const conditions = toConditions(query)
  const joined = eq(users.id, caregiverProfiles.userId)
  const [total] = await deps.database
    .select({ count: count() })
    .from(caregiverProfiles)
    .innerJoin(users, joined)
    .where(conditions)
  const rows = await deps.database
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      avatarFileId: users.avatarFileId,
      isActive: users.isActive,
      joinedAt: users.createdAt,
      status: caregiverProfiles.verificationStatus,
      idFront: caregiverProfiles.govIdFrontFileId,
      idBack: caregiverProfiles.govIdBackFileId,
      certificate: caregiverProfiles.certificateFileId,
    })
    .from(caregiverProfiles)
    .innerJoin(users, joined)
    .where(conditions)
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  const linkTo = (fileId: string | null) => (fileId === null ? null : createFileLink(deps, fileId, adminId))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      full_name: row.fullName,
      email: row.email,
      avatar: toAvatarUrl(row),
      id_front: linkTo(row.idFront),
      id_back: linkTo(row.idBack),
      certificate: linkTo(row.certificate),
      document_ids: { id_front: row.idFront, id_back: row.idBack, certificate: row.certificate },
      joined: row.joinedAt.toISOString(),
      verification_status: row.status,
    })),
  }
}
