import { centsFromUsd } from '@tendwell/contract/money'
import {
  type CaregiverProfileBody,
  DOCUMENT_FIELDS,
  type DocumentField,
  type OwnCaregiverProfile,
} from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { invalid, invalidRequest, notFound } from '../../platform/errors.ts'
import { findUser, lockUser, renameUser, setProfileComplete } from '../accounts/index.ts'
import { type AcceptedFile, acceptDocument, keepFiles, releaseFiles, type Upload } from '../files/index.ts'
import { matchPlace } from '../places/index.ts'
import { isCompleteCaregiver, removeDuplicates, STATUS_AFTER_UPLOAD } from './caregiver.ts'
import { findOwnCaregiverProfile } from './caregiver-queries.ts'
import {
  DOCUMENT_COLUMNS,
  lockCaregiverProfile,
  setDocuments,
  setStatus,
  updateCaregiverDetails,
} from './caregiver-store.ts'
import { createProfile } from './commands.ts'
import { findContactErrors } from './contact-details.ts'
import { setPendingChange } from './pending-changes.ts'
import { ensureProfile } from './store.ts'
import { publishVerificationChange } from './verification.ts'

/**
 * A caregiver's own profile. Creates it if the job after sign-up has not run yet.
 * @see docs/rules/profiles-and-files.md#caregiver-profile
 */
export async function getOwnCaregiverProfile(deps: Deps, userId: number): Promise<OwnCaregiverProfile> {
  const existing = await findOwnCaregiverProfile(deps, userId)
  if (existing) return existing
  await createProfile(deps, userId, null)
  const created = await findOwnCaregiverProfile(deps, userId)
  if (!created) throw notFound()
  return created
}

/**
 * Updates the fields of `changes`, the account's name, and whether the profile is complete. A verified caregiver's new
 * name waits for an admin instead.
 * @throws AppError 400 for contact details in a field that the public reads
 * @see docs/rules/profiles-and-files.md#caregiver-profile
 */
export async function updateCaregiverProfile(
  deps: Deps,
  userId: number,
  changes: Partial<CaregiverProfileBody>,
): Promise<OwnCaregiverProfile> {
  const contactErrors = findContactErrors(changes)
  if (contactErrors) throw invalid(contactErrors)
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await ensureProfile(transaction, user)
    const row = await lockCaregiverProfile(transaction, userId)
    const { editable_full_name: newName = null, hourly_rate_usd: rateUsd } = changes
    const mayRename = row.verificationStatus !== 'verified'
    const fullName = (mayRename && newName) || row.fullName
    if (newName !== null) {
      const waiting = newName === fullName ? null : newName
      await setPendingChange(transaction, deps, userId, { fullName: waiting })
    }
    const { city = row.city, country = row.country, place_id: placeId = row.placeId } = changes
    const details = {
      fullName,
      city,
      country,
      place: await matchPlace(transaction, { city, country, placeId }),
      rateCents: rateUsd === undefined ? row.rateCents : centsFromUsd(rateUsd),
      languages: changes.languages ? removeDuplicates(changes.languages) : row.languages,
      skills: changes.skills ? removeDuplicates(changes.skills) : row.skills,
      description: changes.description ?? row.description,
      timezone: changes.timezone ?? row.timezone,
      cancellationPolicy: changes.cancellation_policy ?? row.cancellationPolicy,
    }
    if (fullName !== user.fullName) await renameUser(transaction, userId, fullName)
    await updateCaregiverDetails(transaction, userId, details)
    if (details.timezone !== row.timezone) {
      await deps.jobs.publish(transaction, 'caregiver.zone-changed', { userId })
    }
    await setProfileComplete(transaction, userId, isCompleteCaregiver(details))
  })
  return getOwnCaregiverProfile(deps, userId)
}

/**
 * Drops the new name and photo that wait for an admin. Does nothing without any.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
export async function withdrawPendingChange(deps: Deps, userId: number): Promise<OwnCaregiverProfile> {
  await getOwnCaregiverProfile(deps, userId)
  await releaseFiles(deps, async (transaction) => {
    await lockCaregiverProfile(transaction, userId)
    return setPendingChange(transaction, deps, userId, { fullName: null, avatarFileId: null })
  })
  return getOwnCaregiverProfile(deps, userId)
}

/**
 * Stores new documents and deletes those they replace. A verified or rejected caregiver becomes pending again.
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 * @see docs/rules/profiles-and-files.md#documents
 */
export async function replaceDocuments(
  deps: Deps,
  userId: number,
  uploads: Upload[],
): Promise<OwnCaregiverProfile> {
  if (uploads.length === 0) throw invalidRequest('Please choose files to upload')
  const accepted: Partial<Record<DocumentField, AcceptedFile>> = {}
  for (const field of DOCUMENT_FIELDS) {
    const upload = uploads.find((candidate) => candidate.field === field)
    if (upload) accepted[field] = await acceptDocument(upload)
  }
  await keepFiles(deps, userId, accepted, async (transaction, fileIds) => {
    const user = await findUser(transaction, userId)
    if (!user) throw notFound()
    await ensureProfile(transaction, user)
    const row = await lockCaregiverProfile(transaction, userId)
    const fields = DOCUMENT_FIELDS.filter((field) => fileIds[field])
    const columns = fields.map((field) => [DOCUMENT_COLUMNS[field], fileIds[field]] as const)
    await setDocuments(transaction, userId, Object.fromEntries(columns))
    const replaced = columns.map(([column]) => row[column]).filter((fileId) => fileId !== null)
    const status = STATUS_AFTER_UPLOAD[row.verificationStatus]
    if (status === row.verificationStatus) return replaced
    await setStatus(transaction, userId, { status, rejectionReason: null })
    await publishVerificationChange(transaction, deps, {
      userId,
      status,
      rejectionReason: null,
      actorId: userId,
    })
    return replaced
  })
  return getOwnCaregiverProfile(deps, userId)
}
