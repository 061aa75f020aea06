import { centsFromUsd } from '@tendwell/contract/money'
import {
  type CaregiverProfileBody,
  DOCUMENT_FIELDS,
  type DocumentField,
  type OwnCaregiverProfile,
} from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { invalidRequest, notFound } from '../../platform/errors.ts'
import { findUser, lockUser, renameUser, setAvatar, setProfileComplete } from '../accounts/index.ts'
import {
  type AcceptedFile,
  acceptAvatar,
  acceptDocument,
  deleteFiles,
  insertFile,
  type StoredFile,
  storeFile,
  type Upload,
} from '../files/index.ts'
import { distinctWords, isComplete, STATUS_AFTER_UPLOAD } from './profile.ts'
import { findOwnProfile } from './queries.ts'
import {
  DOCUMENT_COLUMNS,
  deleteOtherProfile,
  ensureProfile,
  lockProfile,
  setDocuments,
  updateDetails,
  writeStatus,
} from './store.ts'
import { publishChange } from './verification.ts'

/** The caregiver's own profile; made here where the sign-up's event has not been worked off yet. */
export async function ownProfile(deps: Deps, userId: number): Promise<OwnCaregiverProfile> {
  const known = await findOwnProfile(deps, userId)
  if (known) return known
  await makeProfile(deps, userId, null)
  const made = await findOwnProfile(deps, userId)
  if (!made) throw notFound()
  return made
}

/** Makes a person's profile unless it is there. @param timezone the browser's at sign-up, IANA, or null */
export async function makeProfile(
  deps: Pick<Deps, 'database'>,
  userId: number,
  timezone: string | null,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await deleteOtherProfile(transaction, user)
    await ensureProfile(transaction, user, timezone)
  })
}

/** Writes what the caregiver changed: her name as well, and whether her profile is complete now. */
export async function changeDetails(
  deps: Deps,
  userId: number,
  changes: Partial<CaregiverProfileBody>,
): Promise<OwnCaregiverProfile> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await ensureProfile(transaction, user)
    const row = await lockProfile(transaction, userId)
    const { editable_full_name: fullName = row.fullName, hourly_rate_usd: rateUsd } = changes
    const details = {
      fullName,
      city: changes.city ?? row.city,
      country: changes.country ?? row.country,
      rateCents: rateUsd === undefined ? row.rateCents : centsFromUsd(rateUsd),
      languages: changes.languages ? distinctWords(changes.languages) : row.languages,
      skills: changes.skills ? distinctWords(changes.skills) : row.skills,
      description: changes.description ?? row.description,
      timezone: changes.timezone ?? row.timezone,
    }
    if (fullName !== user.fullName) await renameUser(transaction, userId, fullName)
    await updateDetails(transaction, userId, details)
    if (details.timezone !== row.timezone) {
      await deps.jobs.publish(transaction, 'caregiver.zone-changed', { userId })
    }
    await setProfileComplete(transaction, userId, isComplete(details))
  })
  return ownProfile(deps, userId)
}

/**
 * Keeps new documents in place of those that were there. What was decided on the old ones no longer holds: a
 * verified or rejected caregiver is pending again, and is not listed (decisions §3).
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 */
export async function replaceDocuments(
  deps: Deps,
  userId: number,
  uploads: Upload[],
): Promise<OwnCaregiverProfile> {
  if (uploads.length === 0) throw invalidRequest('Please choose files to upload')
  const accepted = new Map<DocumentField, AcceptedFile>()
  for (const field of DOCUMENT_FIELDS) {
    const upload = uploads.find((candidate) => candidate.field === field)
    if (upload) accepted.set(field, await acceptDocument(upload))
  }
  const stored = new Map<DocumentField, StoredFile>()
  for (const [field, file] of accepted) stored.set(field, await storeFile(deps, userId, file))

  await withTransaction(deps.database, async (transaction) => {
    const user = await findUser(transaction, userId)
    if (!user) throw notFound()
    await ensureProfile(transaction, user)
    for (const file of stored.values()) await insertFile(transaction, file)
    const row = await lockProfile(transaction, userId)
    const columns = [...stored].map(([field, file]) => [DOCUMENT_COLUMNS[field], file.id] as const)
    await setDocuments(transaction, userId, Object.fromEntries(columns))
    await deleteFiles(
      transaction,
      columns.map(([column]) => row[column]).filter((fileId) => fileId !== null),
    )
    const status = STATUS_AFTER_UPLOAD[row.verificationStatus]
    if (status === row.verificationStatus) return
    await writeStatus(transaction, userId, { status, rejectionReason: null })
    await publishChange(transaction, deps, { userId, status, rejectionReason: null, actorId: userId })
  })
  return ownProfile(deps, userId)
}

/**
 * Keeps a new picture of a person in place of the one that was there.
 * @returns the new picture's file id
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 */
export async function replaceAvatar(deps: Deps, userId: number, uploads: Upload[]): Promise<string> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose a photo to upload')
  const file = await storeFile(deps, userId, await acceptAvatar(upload))
  await withTransaction(deps.database, async (transaction) => {
    await insertFile(transaction, file)
    const { avatarFileId: replaced } = await lockUser(transaction, userId)
    await setAvatar(transaction, userId, file.id)
    if (replaced) await deleteFiles(transaction, [replaced])
  })
  return file.id
}
