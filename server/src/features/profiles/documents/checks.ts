/** Checks of single documents by staff. @see docs/rules/profiles-and-files.md#document-checks */
import { DOCUMENT_FIELDS, type DocumentRequest } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile } from '../caregivers/store.ts'
import { changedSinceReview, type DocumentFileIds } from '../caregivers/verification.ts'
import { type DocumentCheck, type Finding, storeCheck } from './checks-store.ts'
import { refreshHasExpiredDocument } from './expiry-store.ts'
import type { Renewal } from './renewals-store.ts'

type CheckDeps = Pick<Deps, 'clock' | 'jobs'>

/**
 * Records what staff found in a document. If they ask for a new file, the caregiver is notified. The
 * caller writes the audit log.
 * @param finding.fileId the file that they saw
 * @throws AppError 404 if the id is not a caregiver's; 409 if the document has another file by now; 400 for
 *   an expiry date that isn't in the future or is missing
 */
export async function checkDocument(
  transaction: Transaction,
  deps: CheckDeps,
  finding: Finding,
): Promise<void> {
  const { caregiverId, document, fileId, result, reason } = finding
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  if (profile[DOCUMENT_COLUMNS[document]] !== fileId) throw changedSinceReview('documents')
  const checkId = await storeCheck(transaction, deps, profile.timezone, finding)
  await refreshHasExpiredDocument(transaction, caregiverId)
  if (result === 'ask_again') {
    await deps.jobs.publish(transaction, 'document.requested', {
      userId: caregiverId,
      checkId,
      document,
      reason,
    })
  }
}

/** The documents that staff asked a caregiver to upload again and that they have not uploaded yet. */
export function listDocumentRequests(
  profile: DocumentFileIds,
  { checks, renewals }: { checks: ReadonlyMap<string, DocumentCheck>; renewals: readonly Renewal[] },
): DocumentRequest[] {
  return DOCUMENT_FIELDS.flatMap((document) => {
    const check = checks.get(profile[DOCUMENT_COLUMNS[document]] ?? '')
    const hasNewFile = renewals.some((renewal) => renewal.document === document && renewal.fileId !== null)
    if (check?.result !== 'ask_again' || hasNewFile) return []
    return { document, reason: check.reason, requested_at: check.checkedAt.toISOString() }
  })
}
