import { DOCUMENT_FIELDS, type DocumentField } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict, invalidRequest, notFound } from '../../../platform/errors.ts'
import { type AcceptedFile, acceptDocument, keepFiles, type Upload } from '../../files/index.ts'
import { findUser } from '../../people/index.ts'
import { STATUS_AFTER_UPLOAD } from '../caregivers/caregiver.ts'
import {
  DOCUMENT_COLUMNS,
  lockCaregiverProfile,
  setDocuments,
  setVerificationStatus,
} from '../caregivers/store.ts'
import { publishVerificationChange } from '../caregivers/verification.ts'
import { ensureProfile } from '../store.ts'
import { findDocumentChecks, listCheckIds } from './checks-store.ts'
import { refreshHasExpiredDocument } from './expiry-store.ts'
import { dropRenewals, submitRenewals } from './renewals.ts'
import { canRenew } from './states.ts'

type Profile = Awaited<ReturnType<typeof lockCaregiverProfile>>
/** File ids by document. */
type Files = Partial<Record<DocumentField, string>>

/**
 * Stores new documents. A verified caregiver's new file of a document that expires soon, has expired or was
 * asked for again is a renewal, which waits beside the old file. Any other new file replaces the old one, and
 * a verified or rejected caregiver becomes pending again.
 * @param options.onlyRenewals refuses files that aren't renewals, because the screen promised that the status
 *   would stay
 * @throws AppError 400 without a file or with a damaged one; 415 for another kind of file; 409 for a file
 *   that isn't a renewal, with `onlyRenewals`
 * @see docs/rules/profiles-and-files.md#documents
 */
export async function uploadDocuments(
  deps: Deps,
  userId: number,
  uploads: Upload[],
  { onlyRenewals = false } = {},
): Promise<void> {
  if (uploads.length === 0) throw invalidRequest('Please choose files to upload')
  const acceptedFiles: Partial<Record<DocumentField, AcceptedFile>> = {}
  for (const field of DOCUMENT_FIELDS) {
    const upload = uploads.find((candidate) => candidate.field === field)
    if (upload) acceptedFiles[field] = await acceptDocument(upload)
  }
  await keepFiles(deps, userId, acceptedFiles, async (transaction, fileIds: Files) => {
    const user = await findUser(transaction, userId)
    if (!user) throw notFound()
    await ensureProfile(transaction, deps, user)
    const profile = await lockCaregiverProfile(transaction, userId)
    const fields = DOCUMENT_FIELDS.filter((field) => fileIds[field])
    const renewableFields = await listRenewable(transaction, profile, deps.clock.now())
    const renewedFields = fields.filter((field) => renewableFields.includes(field))
    const replacedFields = fields.filter((field) => !renewableFields.includes(field))
    if (onlyRenewals && replacedFields.length > 0) {
      throw conflict('This document was checked in the meantime. Reload the page to see it')
    }
    await deps.jobs.publish(transaction, 'person.trait-added', { userId })
    const checkIds = await listCheckIds(
      transaction,
      fields.map((field) => profile[DOCUMENT_COLUMNS[field]]),
    )
    if (checkIds.length > 0) await deps.jobs.publish(transaction, 'document.uploaded', { userId, checkIds })
    const pick = (names: DocumentField[]): Files =>
      Object.fromEntries(names.map((field) => [field, fileIds[field]]))
    return [
      ...(await submitRenewals(transaction, deps, userId, pick(renewedFields))),
      ...(await replaceDocuments(transaction, deps, profile, pick(replacedFields))),
    ]
  })
}

/**
 * The documents of which a new file counts as a renewal, because they expire soon, have expired, or staff
 * asked for a new copy; none unless the caregiver is verified.
 */
async function listRenewable(
  transaction: Transaction,
  profile: Profile,
  now: Date,
): Promise<DocumentField[]> {
  if (profile.verificationStatus !== 'verified') return []
  const fileIds = DOCUMENT_FIELDS.map((field) => profile[DOCUMENT_COLUMNS[field]])
  const checks = await findDocumentChecks(transaction, fileIds)
  return DOCUMENT_FIELDS.filter((field) =>
    canRenew(checks.get(profile[DOCUMENT_COLUMNS[field]] ?? ''), profile.timezone, now),
  )
}

/** Replaces the profile's files by new ones. @returns the ids of the files that nothing refers to anymore */
async function replaceDocuments(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  profile: Profile,
  files: Files,
): Promise<string[]> {
  const { userId } = profile
  const fields = Object.keys(files) as DocumentField[]
  if (fields.length === 0) return []
  const columns = fields.map((field) => [DOCUMENT_COLUMNS[field], files[field]] as const)
  await setDocuments(transaction, userId, Object.fromEntries(columns))
  const oldFileIds = columns.map(([column]) => profile[column]).filter((fileId) => fileId !== null)
  const droppedFileIds = await dropRenewals(transaction, userId, fields)
  await refreshHasExpiredDocument(transaction, userId)
  const status = STATUS_AFTER_UPLOAD[profile.verificationStatus]
  if (status !== profile.verificationStatus) {
    await setVerificationStatus(transaction, userId, { status, rejectionReason: null })
    const change = { userId, status, rejectionReason: null, actorId: userId }
    await publishVerificationChange(transaction, deps, change)
  }
  return [...oldFileIds, ...droppedFileIds]
}
