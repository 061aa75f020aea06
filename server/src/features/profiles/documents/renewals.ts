/**
 * New files of documents that are about to expire or have expired.
 * @see docs/rules/profiles-and-files.md#renewals
 */
import type { RenewalDecision } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setDocuments } from '../caregivers/store.ts'
import { changedSince } from '../caregivers/verification.ts'
import { storeCheck } from './checks-store.ts'
import { updateExpiry } from './expiry-store.ts'
import { deleteRenewal, listRenewals, type Renewal, storeRenewal } from './renewals-store.ts'

type RenewalDeps = Pick<Deps, 'clock' | 'jobs'>

const listFileIds = (renewals: readonly Renewal[]) =>
  renewals.map(({ fileId }) => fileId).filter((fileId) => fileId !== null)

/**
 * Lets new files wait for a decision, each in place of one that waits already. The caller has locked the
 * profile.
 * @returns the ids of the files that no longer wait
 */
export async function submitRenewals(
  transaction: Transaction,
  deps: RenewalDeps,
  caregiverId: number,
  files: Partial<Record<DocumentField, string>>,
): Promise<string[]> {
  const documents = Object.keys(files) as DocumentField[]
  if (documents.length === 0) return []
  const before = await listRenewals(transaction, caregiverId)
  const submittedAt = deps.clock.now()
  for (const document of documents) {
    const fileId = files[document] ?? null
    await storeRenewal(transaction, { caregiverId, document, fileId, declineReason: null, submittedAt })
  }
  await deps.jobs.publish(transaction, 'document.renewal-submitted', {
    userId: caregiverId,
    submittedAt: submittedAt.toISOString(),
  })
  return listFileIds(before.filter(({ document }) => documents.includes(document)))
}

/** Drops the renewals of documents that were replaced. @returns the ids of their files */
export async function dropRenewals(
  transaction: Transaction,
  caregiverId: number,
  documents: readonly DocumentField[],
): Promise<string[]> {
  const before = await listRenewals(transaction, caregiverId)
  const dropped = before.filter(({ document }) => documents.includes(document))
  for (const renewal of dropped) await deleteRenewal(transaction, renewal)
  return listFileIds(dropped)
}

/**
 * Records an admin's decision on a renewal. Accepted, the new file takes the place of the old one with its
 * own expiry, and a caregiver whose documents are all valid again is listed. Declined, the old one stays. The
 * caller writes the audit log and removes `unusedFileIds`.
 * @param decided.fileId the new file that the admin saw
 * @throws AppError 404 when the id is not a caregiver's, 409 when another file waits or none, 400 for an
 *   expiry date that has come or is missing
 */
export async function decideRenewal(
  transaction: Transaction,
  deps: RenewalDeps,
  decided: {
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
  const { caregiverId, document, fileId, decision, reason } = decided
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  const renewals = await listRenewals(transaction, caregiverId)
  const renewal = renewals.find((candidate) => candidate.document === document)
  if (renewal?.fileId !== fileId) throw changedSince('documents')
  const publish = (isListedAgain: boolean) =>
    deps.jobs.publish(transaction, 'document.renewal-decided', {
      userId: caregiverId,
      document,
      fileId,
      decision,
      reason: decision === 'decline' ? reason : '',
      expiresOn: decision === 'accept' ? decided.expiresOn : null,
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
  await storeCheck(transaction, deps, profile.timezone, { ...decided, result: 'ok' })
  await updateExpiry(transaction, caregiverId)
  const { isListed } = await lockCaregiverProfile(transaction, caregiverId)
  await publish(isListed && !profile.isListed)
  return { unusedFileIds: oldFileId === null ? [] : [oldFileId] }
}
