/**
 * Renewals: new files of documents that expire soon, have expired or were asked for again.
 * @see docs/rules/profiles-and-files.md#renewals
 */
import type { RenewalDecision } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setDocuments } from '../caregivers/store.ts'
import { changedSinceReview } from '../caregivers/verification.ts'
import { storeCheck } from './checks-store.ts'
import { refreshHasExpiredDocument } from './expiry-store.ts'
import { deleteRenewal, listRenewals, type Renewal, storeRenewal } from './renewals-store.ts'

type RenewalDeps = Pick<Deps, 'clock' | 'jobs'>

const listFileIds = (renewals: readonly Renewal[]) =>
  renewals.map(({ fileId }) => fileId).filter((fileId) => fileId !== null)

/**
 * Stores new files that wait for a decision. A new file replaces an earlier one of the same document that
 * waits. The caller has locked the profile.
 * @returns the ids of the replaced files
 */
export async function submitRenewals(
  transaction: Transaction,
  deps: RenewalDeps,
  caregiverId: number,
  files: Partial<Record<DocumentField, string>>,
): Promise<string[]> {
  const documents = Object.keys(files) as DocumentField[]
  if (documents.length === 0) return []
  const earlierRenewals = await listRenewals(transaction, caregiverId)
  const submittedAt = deps.clock.now()
  for (const document of documents) {
    const fileId = files[document] ?? null
    await storeRenewal(transaction, { caregiverId, document, fileId, declineReason: null, submittedAt })
  }
  await deps.jobs.publish(transaction, 'document.renewal-submitted', {
    userId: caregiverId,
    submittedAt: submittedAt.toISOString(),
  })
  return listFileIds(earlierRenewals.filter(({ document }) => documents.includes(document)))
}

/**
 * Deletes the renewals of documents that got a new file in another way.
 * @returns the ids of the renewals' files
 */
export async function dropRenewals(
  transaction: Transaction,
  caregiverId: number,
  documents: readonly DocumentField[],
): Promise<string[]> {
  const renewals = await listRenewals(transaction, caregiverId)
  const droppedRenewals = renewals.filter(({ document }) => documents.includes(document))
  for (const renewal of droppedRenewals) await deleteRenewal(transaction, renewal)
  return listFileIds(droppedRenewals)
}

/**
 * Records staff's decision on a renewal. If they accept it, the new file with its own expiry replaces the
 * old one, and a caregiver whose documents are all valid then is listed again. If they decline it, the old
 * file stays. The caller writes the audit log and removes the files in `unusedFileIds`.
 * @param renewalDecision.fileId the new file that they saw
 * @throws AppError 404 if the id is not a caregiver's; 409 if no file waits, or another one; 400 for an
 *   expiry date that isn't in the future or is missing
 */
export async function decideRenewal(
  transaction: Transaction,
  deps: RenewalDeps,
  renewalDecision: {
    caregiverId: number
    document: DocumentField
    fileId: string
    decision: RenewalDecision
    reason: string
    title: string
    expiresOn: string | null
    neverExpires: boolean
    actorId: number
  },
): Promise<{ unusedFileIds: string[] }> {
  const { caregiverId, document, fileId, decision, reason } = renewalDecision
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  const renewals = await listRenewals(transaction, caregiverId)
  const renewal = renewals.find((candidate) => candidate.document === document)
  if (renewal?.fileId !== fileId) throw changedSinceReview('documents')
  const publish = (isListedAgain: boolean) =>
    deps.jobs.publish(transaction, 'document.renewal-decided', {
      userId: caregiverId,
      document,
      fileId,
      decision,
      reason: decision === 'decline' ? reason : '',
      expiresOn: decision === 'accept' ? renewalDecision.expiresOn : null,
      isListedAgain,
    })
  if (decision === 'decline') {
    await storeRenewal(transaction, { ...renewal, fileId: null, declineReason: reason })
    await publish(false)
    return { unusedFileIds: [fileId] }
  }
  const column = DOCUMENT_COLUMNS[document]
  const oldFileId = profile[column]
  await setDocuments(transaction, caregiverId, { [column]: fileId })
  await deleteRenewal(transaction, renewal)
  await storeCheck(transaction, deps, profile.timezone, { ...renewalDecision, result: 'ok' })
  await refreshHasExpiredDocument(transaction, caregiverId)
  // Read again, because the new file may have listed the caregiver.
  const { isListed } = await lockCaregiverProfile(transaction, caregiverId)
  await publish(isListed && !profile.isListed)
  return { unusedFileIds: oldFileId === null ? [] : [oldFileId] }
}
