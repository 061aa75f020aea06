/** Checks of single documents by staff. @see docs/rules/profiles-and-files.md#document-checks */
import type { DocumentCheckResult } from '@tendwell/contract/admin-documents'
import { DOCUMENT_FIELDS, type DocumentField, type DocumentRequest } from '@tendwell/contract/profiles'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile } from '../caregiver-store.ts'
import { changedSince, type DocumentFileIds } from '../verification.ts'
import { EXPIRED, updateExpiry } from './expiry-store.ts'
import type { Renewal } from './renewals-store.ts'
import { documentChecks, documentNotices } from './tables.ts'

/** The last check of a file, with the expiry that the last one that found it fine gave it. */
export type DocumentCheck = typeof documentChecks.$inferSelect & {
  isExpired: boolean
}

type CheckDeps = Pick<Deps, 'clock' | 'jobs'>

/** What an admin found in a file of a document. */
type Finding = {
  caregiverId: number
  document: DocumentField
  fileId: string
  result: DocumentCheckResult
  reason: string
  expiresOn: string | null
  /** A document that is fine has no expiry date. */
  neverExpires: boolean
  actorId: number
}

/**
 * Records what an admin found in a document. If they want a new file, the caregiver is notified. The caller writes the
 * audit log.
 * @param finding.fileId the file that the admin saw
 * @throws AppError 404 when the id is not a caregiver's, 409 when there is another file now, 400 for an expiry date that has come
 * or is missing
 */
export async function checkDocument(
  transaction: Transaction,
  deps: CheckDeps,
  finding: Finding,
): Promise<void> {
  const { caregiverId, document, fileId, result, reason } = finding
  const row = await lockCaregiverProfile(transaction, caregiverId)
  if (row[DOCUMENT_COLUMNS[document]] !== fileId) throw changedSince('documents')
  const checkId = await storeCheck(transaction, deps, row.timezone, finding)
  await updateExpiry(transaction, caregiverId)
  if (result === 'ask_again') {
    await deps.jobs.publish(transaction, 'document.requested', {
      userId: caregiverId,
      checkId,
      document,
      reason,
    })
  }
}

/**
 * Stores a check.
 * @param zone the caregiver's
 * @throws AppError 400 for an expiry date that has come, and for a government ID without one
 */
export async function storeCheck(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  zone: Zone,
  finding: Finding,
): Promise<number> {
  const { caregiverId, document, fileId, result, reason, expiresOn, neverExpires, actorId } = finding
  const now = clock.now()
  if (expiresOn !== null && expiresOn <= toLocalDate(now.getTime(), zone)) {
    throw invalid({ expires_on: ['This document has expired. Ask for a new one'] })
  }
  if (result === 'ok' && document !== 'certificate' && expiresOn === null && !neverExpires) {
    throw invalid({ expires_on: ['Enter the expiration date, or check that the ID has none'] })
  }
  const [stored] = await transaction
    .insert(documentChecks)
    .values({
      caregiverId,
      document,
      fileId,
      result,
      reason: result === 'ask_again' ? reason : '',
      expiresOn,
      checkedBy: actorId,
      checkedAt: now,
    })
    .returning({ id: documentChecks.id })
  if (!stored) throw new Error('The check was not stored')
  return stored.id
}

/** Finds the last check of each file. @returns by file id; a file without one is left out */
export async function findDocumentChecks(
  reader: Reader,
  fileIds: readonly (string | null)[],
): Promise<Map<string, DocumentCheck>> {
  const rows = await reader
    .select({ check: documentChecks, expiredAt: documentNotices.at })
    .from(documentChecks)
    .leftJoin(
      documentNotices,
      and(eq(documentNotices.checkId, documentChecks.id), eq(documentNotices.daysBefore, EXPIRED)),
    )
    .where(
      inArray(
        documentChecks.fileId,
        fileIds.filter((id) => id !== null),
      ),
    )
    .orderBy(desc(documentChecks.id))
  const found = new Map<string, DocumentCheck>()
  for (const { check } of rows) {
    if (found.has(check.fileId)) continue
    const fine = rows.find((row) => row.check.fileId === check.fileId && row.check.result === 'ok')
    found.set(check.fileId, {
      ...check,
      expiresOn: fine?.check.expiresOn ?? null,
      isExpired: Boolean(fine?.expiredAt),
    })
  }
  return found
}

/** The documents that a caregiver was asked to upload again and has not. */
export function listDocumentRequests(
  profile: DocumentFileIds,
  { checks, renewals }: { checks: ReadonlyMap<string, DocumentCheck>; renewals: readonly Renewal[] },
): DocumentRequest[] {
  return DOCUMENT_FIELDS.flatMap((document) => {
    const check = checks.get(profile[DOCUMENT_COLUMNS[document]] ?? '')
    const isWaiting = renewals.some((renewal) => renewal.document === document && renewal.fileId !== null)
    if (check?.result !== 'ask_again' || isWaiting) return []
    return { document, reason: check.reason, requested_at: check.checkedAt.toISOString() }
  })
}
