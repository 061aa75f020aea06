import { randomUUID } from 'node:crypto'
import type { DocumentCheckResult } from '@tendwell/contract/console/documents'
import {
  DOCUMENT_FIELDS,
  type DocumentField,
  type VerificationStatus,
} from '@tendwell/contract/profiles/profiles'
import { describeNeeds, type VerificationNeed } from '@tendwell/contract/profiles/verification-needs'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type AppError, conflict, invalid } from '../../../platform/errors.ts'
import { lockUser, type Photo, toAvatarUrl } from '../../people/index.ts'
import { findDocumentChecks, storeCheck } from '../documents/checks-store.ts'
import { type CaregiverDetails, listMissingDetails } from './caregiver.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setVerificationStatus } from './store.ts'

/** A decision on a caregiver, as the audit log stores it. */
export type Verification = {
  status: VerificationStatus
  rejectionReason: string | null
  /** What was missing when an admin verified the caregiver nevertheless. */
  missing?: VerificationNeed[]
  /** Why the admin verified them nevertheless. */
  override?: string
}

type ProfileToVerify = DocumentFileIds & CaregiverDetails & { hiddenDescription: string | null }

/** The file ids of a caregiver's documents. */
export type DocumentFileIds = Record<(typeof DOCUMENT_COLUMNS)[DocumentField], string | null>

/** What the console showed the staff member who decides. Parts that the call leaves out are not compared. */
export type ReviewedProfile = {
  documents?: DocumentFileIds | undefined
  fullName?: string | undefined
  /** The photo's path. */
  avatar?: string | null | undefined
}

/**
 * What a caregiver lacks before staff can verify them. Needed are a complete profile and both sides of an ID;
 * a side of which staff asked for a new copy counts as missing.
 * @param results the result of the latest check of each file, by file id
 * @see docs/rules/console.md#verification-decisions
 */
export function listVerificationNeeds(
  profile: ProfileToVerify,
  results: ReadonlyMap<string, { result: DocumentCheckResult }>,
): VerificationNeed[] {
  const lacksFile = (fileId: string | null) => fileId === null || results.get(fileId)?.result === 'ask_again'
  // A description that staff hid counts, because the caregiver can't show it again themselves.
  const description = profile.description || (profile.hiddenDescription ?? '')
  return [
    ...(lacksFile(profile.govIdFrontFileId) ? (['id_front'] as const) : []),
    ...(lacksFile(profile.govIdBackFileId) ? (['id_back'] as const) : []),
    ...listMissingDetails({ ...profile, description }),
  ]
}

/**
 * Records staff's decision on a caregiver, whatever the status before, and lists or unlists the caregiver.
 * Verifying counts as their check of every paper that nobody has checked after the latest change of the
 * name or photo. The caller writes the audit log.
 * @param decision.reviewed what the staff member saw
 * @param decision.actorId the staff member
 * @param decision.override why they verify a caregiver whose papers or profile are not complete; in that case
 *   no paper counts as checked
 * @returns the decision before and after, and as `checked` the papers that this decision counts as checked
 * @throws AppError 400 for verifying, without an override, a caregiver who lacks something; 404 if the id is
 *   not a caregiver's; 409 if the caregiver changed what they saw, and for verifying with a document
 *   that has expired
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function recordVerification(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  decision: {
    caregiverId: number
    status: VerificationStatus
    rejectionReason: string | null
    actorId: number
    reviewed?: ReviewedProfile
    override?: string | null
  },
): Promise<{ before: Verification; after: Verification; checked: DocumentField[] }> {
  const { caregiverId, status, actorId, reviewed = {}, override = null } = decision
  const user = await lockUser(transaction, caregiverId)
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  requireUnchanged(reviewed, user, profile)
  if (status === 'verified' && profile.hasExpiredDocument) {
    throw conflict('One of this caregiver’s documents has expired. Check a new one before you verify them')
  }
  const fileIds = DOCUMENT_FIELDS.map((document) => profile[DOCUMENT_COLUMNS[document]])
  const checks = await findDocumentChecks(transaction, fileIds)
  const missingNeeds = status === 'verified' ? listVerificationNeeds(profile, checks) : []
  if (missingNeeds.length > 0 && !override) {
    const detail = `This caregiver can’t be verified yet. Missing: ${describeNeeds(missingNeeds)}`
    throw invalid({ verification_status: [detail] })
  }
  const uncheckedDocuments = DOCUMENT_FIELDS.filter((document) => {
    const fileId = profile[DOCUMENT_COLUMNS[document]]
    return fileId !== null && (checks.get(fileId)?.isOutdated ?? true)
  })
  const newlyChecked = status === 'verified' && missingNeeds.length === 0 ? uncheckedDocuments : []
  for (const document of newlyChecked) {
    const fileId = profile[DOCUMENT_COLUMNS[document]] ?? ''
    await storeCheck(transaction, deps, profile.timezone, {
      caregiverId,
      document,
      fileId,
      result: 'ok',
      reason: '',
      title: '',
      expiresOn: checks.get(fileId)?.expiresOn ?? null,
      neverExpires: true,
      actorId,
    })
  }
  const before: Verification = {
    status: profile.verificationStatus,
    rejectionReason: profile.rejectionReason,
  }
  const isOverride = missingNeeds.length > 0 && override !== null
  const after: Verification = {
    status,
    rejectionReason: status === 'rejected' ? decision.rejectionReason : null,
    ...(isOverride && { missing: missingNeeds, override }),
  }
  await setVerificationStatus(transaction, caregiverId, after)
  if (after.status !== before.status || after.rejectionReason !== before.rejectionReason) {
    const { rejectionReason } = after
    await publishVerificationChange(transaction, deps, {
      userId: caregiverId,
      status,
      rejectionReason,
      actorId,
    })
  }
  return { before, after, checked: newlyChecked }
}

/** @throws AppError 409 if a document, the name or the photo is no longer the one that staff saw */
function requireUnchanged(
  { documents, fullName, avatar }: ReviewedProfile,
  user: Photo,
  profile: DocumentFileIds & { fullName: string },
): void {
  const columns = Object.values(DOCUMENT_COLUMNS)
  if (documents && columns.some((column) => documents[column] !== profile[column])) {
    throw changedSinceReview('documents')
  }
  const isSameName = fullName === undefined || fullName === profile.fullName
  const isSamePhoto = avatar === undefined || avatar === toAvatarUrl(user)
  if (!isSameName || !isSamePhoto) throw changedSinceReview('name or photo')
}

/** The error 409 for a caregiver who changed what staff were reviewing. */
export function changedSinceReview(changedPart: 'documents' | 'name or photo'): AppError {
  return conflict(
    `The ${changedPart} changed after you opened them. Please review the new ones before you decide.`,
  )
}

/**
 * Publishes that a caregiver's verification changed. The event carries the reason of this decision, because
 * the stored one may be replaced before the notification is written. `changeId` makes each change distinct.
 */
export function publishVerificationChange(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  change: { userId: number; status: VerificationStatus; rejectionReason: string | null; actorId: number },
): Promise<void> {
  return deps.jobs.publish(transaction, 'caregiver.verification-changed', {
    ...change,
    changeId: randomUUID(),
  })
}
