import type { AdminCaregiver, verificationListQuery } from '@tendwell/contract/admin'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { onDays } from '../../platform/days.ts'
import type { WithoutPage } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { createFileLink } from '../files/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { matchesUser, offersCategory } from './list-filters.ts'
import { type ConsoleList, type ListDeps, type Part, readPage } from './lists/console-list.ts'

type ListQuery = z.infer<typeof verificationListQuery>

const ofProfile = eq(users.id, caregiverProfiles.userId)

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
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
    .innerJoin(users, ofProfile)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

export type VerificationRow = Awaited<ReturnType<typeof readRows>>[number]

/** The active caregivers with one verification status. `date_from` and `date_to` are UTC days of joining, both included. */
export const verificationList: ConsoleList<WithoutPage<ListQuery>, VerificationRow> = {
  from: sql`${caregiverProfiles} JOIN ${users} ON ${ofProfile}`,
  id: users.id,
  sorts: { joined: users.createdAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: 'joined',
  match: async (_deps, query) =>
    and(
      eq(caregiverProfiles.verificationStatus, query.status),
      eq(users.role, 'caregiver'),
      users.isActive,
      matchesUser(query.q),
      onDays(users.createdAt, query),
      offersCategory(query.category),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    return rows.map((row) => ({ sortValue: row.sortValue, result: row }))
  },
}

/**
 * Lists one page of the caregivers with one verification status, longest waiting first.
 * @param adminId the admin the document links are signed for
 * @see docs/rules/console.md#verification-decisions
 */
export async function listCaregiversToVerify(
  deps: Deps,
  adminId: number,
  query: ListQuery,
): Promise<{ count: number; results: AdminCaregiver[] }> {
  const { count, results } = await readPage(deps, verificationList, query)
  const linkTo = (fileId: string | null) => (fileId === null ? null : createFileLink(deps, fileId, adminId))
  return {
    count,
    results: results.map((row) => ({
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
