/** Checks of single documents by staff. @see docs/rules/profiles-and-files.md#document-checks */
import { DOCUMENT_EXPIRES_SOON_DAYS, type DocumentCheckResult } from '@tendwell/contract/admin-documents'
import { DOCUMENT_FIELDS, type DocumentField, type DocumentRequest } from '@tendwell/contract/profiles'
import { addDays } from '@tendwell/contract/time'
import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database.ts'
import { invalid } from '../../platform/errors.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile } from './caregiver-store.ts'
import { caregiverProfiles, documentChecks } from './tables.ts'
import { changedSince, type DocumentFileIds } from './verification.ts'

export type StoredCheck = typeof documentChecks.$inferSelect

/** The day in UTC. */
const toDay = (instant: Date) => instant.toISOString().slice(0, 10)

/**
 * Records what an admin found in a document. If they want a new file, the caregiver is notified. The caller writes the
 * audit log.
 * @param check.fileId the file that the admin saw
 * @throws AppError 404 when the id is not a caregiver's, 409 when there is another file now, 400 for an expiry date in the past
 */
export async function checkDocument(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  check: {
    caregiverId: number
    document: DocumentField
    fileId: string
    result: DocumentCheckResult
    reason: string
    expiresOn: string | null
    actorId: number
  },
): Promise<void> {
  const { caregiverId, document, fileId, result, expiresOn, actorId } = check
  const now = deps.clock.now()
  const row = await lockCaregiverProfile(transaction, caregiverId)
  if (row[DOCUMENT_COLUMNS[document]] !== fileId) throw changedSince('documents')
  if (expiresOn !== null && expiresOn < toDay(now)) {
    throw invalid({ expires_on: ['This day has passed. If the document has expired, ask for a new one'] })
  }
  const reason = result === 'ask_again' ? check.reason : ''
  const [stored] = await transaction
    .insert(documentChecks)
    .values({ caregiverId, document, fileId, result, reason, expiresOn, checkedBy: actorId, checkedAt: now })
    .returning({ id: documentChecks.id })
  if (!stored) throw new Error('The check was not stored')
  if (result === 'ask_again') {
    await deps.jobs.publish(transaction, 'document.requested', {
      userId: caregiverId,
      checkId: stored.id,
      document,
      reason,
    })
  }
}

/** Finds the last check of each file. @returns by file id; a file without one is left out */
export async function findDocumentChecks(
  reader: Reader,
  fileIds: readonly (string | null)[],
): Promise<Map<string, StoredCheck>> {
  const wanted = fileIds.filter((id) => id !== null)
  const rows = await reader
    .selectDistinctOn([documentChecks.fileId])
    .from(documentChecks)
    .where(inArray(documentChecks.fileId, wanted))
    .orderBy(documentChecks.fileId, desc(documentChecks.id))
  return new Map(rows.map((row) => [row.fileId, row]))
}

/** The documents that a caregiver was asked to upload again and has not. */
export async function listDocumentRequests(
  reader: Reader,
  profile: DocumentFileIds,
): Promise<DocumentRequest[]> {
  const columns = Object.values(DOCUMENT_COLUMNS)
  const checks = await findDocumentChecks(
    reader,
    columns.map((column) => profile[column]),
  )
  return DOCUMENT_FIELDS.flatMap((document) => {
    const check = checks.get(profile[DOCUMENT_COLUMNS[document]] ?? '')
    if (check?.result !== 'ask_again') return []
    return { document, reason: check.reason, requested_at: check.checkedAt.toISOString() }
  })
}

/** Matches the checks, joined with the caregiver's profile, that count: the last one of each file they have now. */
export function isCurrentCheck(): SQL | undefined {
  const files = sql`(${caregiverProfiles.govIdFrontFileId}, ${caregiverProfiles.govIdBackFileId}, ${caregiverProfiles.certificateFileId})`
  return and(
    sql`${documentChecks.fileId} IN ${files}`,
    sql`NOT EXISTS (SELECT FROM ${documentChecks} later WHERE later.file_id = ${documentChecks.fileId} AND later.id > ${documentChecks.id})`,
  )
}

/**
 * Matches the checks, joined with the caregiver's profile, of verified caregivers' documents that have expired or expire
 * soon.
 */
export function isExpiringDocument(now: Date): SQL | undefined {
  return and(
    lte(documentChecks.expiresOn, addDays(toDay(now), DOCUMENT_EXPIRES_SOON_DAYS)),
    eq(caregiverProfiles.verificationStatus, 'verified'),
    isCurrentCheck(),
  )
}
