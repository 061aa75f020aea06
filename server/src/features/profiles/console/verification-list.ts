import { DOCUMENT_KINDS } from '@tendwell/contract/console/documents'
import type { AdminCaregiver, verificationListQuery } from '@tendwell/contract/console/users'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  findBeside,
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { createFileLink } from '../../files/index.ts'
import { matchesUser, toAvatarUrl, users } from '../../people/index.ts'
import { listVerificationNeeds } from '../caregivers/verification.ts'
import { findDocumentChecks } from '../documents/checks-store.ts'
import { FIELD_OF_KIND } from '../documents/document-fields.ts'
import { givesExpiry, isExpiringDocument } from '../documents/expiry-conditions.ts'
import { hasToBeCheckedAgain } from '../documents/outdated.ts'
import { documentChecks, documentRenewals } from '../documents/tables.ts'
import { caregiverProfiles } from '../tables.ts'
import { offersCategory } from './category.ts'

type ListQuery = z.infer<typeof verificationListQuery>

const ofProfile = eq(users.id, caregiverProfiles.userId)

/** Reads rows of the list, each with the user and the profile. */
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
      profile: caregiverProfiles,
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

/** SQL: the first day on which one of a caregiver's documents expires; `infinity` if none does. */
const FIRST_EXPIRY = sql`coalesce((
  SELECT min(${documentChecks.expiresOn}) FROM ${documentChecks}
  WHERE ${documentChecks.caregiverId} = ${users.id} AND ${givesExpiry()}
), 'infinity')`

/** A subquery of the ids of verified caregivers with a document that has expired or expires soon. */
const selectExpiring = ({ clock, database }: ListDeps) =>
  database
    .select({ id: documentChecks.caregiverId })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(isExpiringDocument(clock.now()))

/** A subquery of the ids of caregivers whose papers must be checked again, as their name or photo changed. */
const selectToCheckAgain = ({ database }: ListDeps) =>
  database
    .select({ id: documentChecks.caregiverId })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(hasToBeCheckedAgain())

/** A subquery of the ids of caregivers with a new file of a document that waits for a decision. */
const selectRenewing = ({ database }: ListDeps) =>
  database
    .select({ id: documentRenewals.caregiverId })
    .from(documentRenewals)
    .where(isNotNull(documentRenewals.fileId))

export type VerificationRow = Awaited<ReturnType<typeof readRows>>[number]

/**
 * The console's list of active caregivers with one verification status, or of those with a renewal or a paper
 * to check again. `date_from` and `date_to` are the UTC days on which they joined, both included.
 */
export const verificationList: SortedList<WithoutPage<ListQuery>, VerificationRow> = {
  from: sql`${caregiverProfiles} JOIN ${users} ON ${ofProfile}`,
  id: users.id,
  sorts: { joined: users.createdAt, full_name: sql`lower(${users.fullName})`, expires_on: FIRST_EXPIRY },
  defaultSort: 'joined',
  match: async (deps, query) =>
    and(
      query.renewing ? undefined : eq(caregiverProfiles.verificationStatus, query.status),
      eq(users.role, 'caregiver'),
      users.isActive,
      matchesUser(query.q, 'part'),
      onDays(users.createdAt, query),
      offersCategory(query.category),
      query.expiring && inArray(users.id, selectExpiring(deps)),
      query.renewing &&
        or(inArray(users.id, selectRenewing(deps)), inArray(users.id, selectToCheckAgain(deps))),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    return rows.map((row) => ({ sortValue: row.sortValue, result: row }))
  },
}

/**
 * Lists one page of the caregivers with one verification status, longest waiting first.
 * @param adminId the staff member for whom the links to the documents are signed
 * @see docs/rules/console.md#verification-decisions
 */
export async function listCaregiversToVerify(
  deps: Deps,
  adminId: number,
  query: ListQuery,
): Promise<{ count: number; results: AdminCaregiver[] }> {
  const { count, results } = await readPage(deps, verificationList, query)
  const checks = await findDocumentChecks(
    deps.database,
    results.flatMap(({ idFront, idBack, certificate }) => [idFront, idBack, certificate]),
  )
  const waitingRenewals = await listWaitingRenewals(
    deps,
    results.map(({ id }) => id),
  )
  /** The latest check of a file as the console gets it; null if there is none. */
  const describeCheck = (fileId: string | null) => {
    const check = checks.get(fileId ?? '')
    if (!check) return null
    const { result, expiresOn, isExpired, isOutdated } = check
    return { result, expires_on: expiresOn, is_expired: isExpired, is_outdated: isOutdated }
  }
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
      document_checks: {
        id_front: describeCheck(row.idFront),
        id_back: describeCheck(row.idBack),
        certificate: describeCheck(row.certificate),
      },
      renewals: DOCUMENT_KINDS.filter((kind) => waitingRenewals.has(`${row.id}:${FIELD_OF_KIND[kind]}`)),
      missing: listVerificationNeeds(row.profile, checks),
      joined: row.joinedAt.toISOString(),
      verification_status: row.status,
    })),
  }
}

/** The waiting renewals of caregivers, as texts `<caregiver id>:<document>`. */
async function listWaitingRenewals({ database }: ListDeps, ids: number[]): Promise<Set<string>> {
  const rows = await database
    .select({ caregiverId: documentRenewals.caregiverId, document: documentRenewals.document })
    .from(documentRenewals)
    .where(and(inArray(documentRenewals.caregiverId, ids), isNotNull(documentRenewals.fileId)))
  return new Set(rows.map(({ caregiverId, document }) => `${caregiverId}:${document}`))
}

/**
 * Finds the caregivers before and after a given one in the list, even if that caregiver has left the list
 * because staff just decided on them. In the list of expiring documents, a caregiver without such a document
 * has no place: nobody comes before them, and the first of the list comes after them.
 */
export async function findNeighbors(
  deps: ListDeps,
  caregiverId: number,
  query: WithoutPage<ListQuery>,
): Promise<{ previous: number | null; next: number | null }> {
  const isListed = query.expiring && (await verificationList.match(deps, query))
  const hasPlace = and(eq(users.id, caregiverId), isListed)
  const findOneSide = (direction: 'before' | 'after') =>
    findBeside(deps, verificationList, query, hasPlace, direction)
  const [previous, next] = [await findOneSide('before'), await findOneSide('after')]
  return { previous: previous?.id ?? null, next: next?.id ?? null }
}
