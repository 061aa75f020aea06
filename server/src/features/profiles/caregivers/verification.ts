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
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setStatus } from './store.ts'

/** A decision on a caregiver, as the audit log stores it. */
export type Verification = {
  status: VerificationStatus
  rejectionReason: string | null
  /** What was missing when an admin verified the caregiver all the same. */
  missing?: VerificationNeed[]
  /** Why they did. */
  override?: string
}

type Profile = DocumentFileIds & CaregiverDetails & { hiddenDescription: string | null }

/** The file ids of a caregiver's documents. */
export type DocumentFileIds = Record<(typeof DOCUMENT_COLUMNS)[DocumentField], string | null>

/** What the admin was shown when they decided; a call may leave parts of it out. */
export type Reviewed = {
  documents?: DocumentFileIds | undefined
  fullName?: string | undefined
  /** The photo's path. */
  avatar?: string | null | undefined
}

/**
 * What a caregiver needs before staff can verify them: both sides of an ID, of which staff have not asked for
 * a new copy, and a complete profile.
 * @param results the result of each file's last check
 * @see docs/rules/console.md#verification-decisions
 */
export function listVerificationNeeds(
  profile: Profile,
  results: ReadonlyMap<string, { result: DocumentCheckResult }>,
): VerificationNeed[] {
  const isMissing = (fileId: string | null) => fileId === null || results.get(fileId)?.result === 'ask_again'
  // A hidden description counts: its author can only wait.
  const description = profile.description || (profile.hiddenDescription ?? '')
  return [
    ...(isMissing(profile.govIdFrontFileId) ? (['id_front'] as const) : []),
    ...(isMissing(profile.govIdBackFileId) ? (['id_back'] as const) : []),
    ...listMissingDetails({ ...profile, description }),
  ]
}

/**
 * Records an admin's decision on a caregiver, from any status, and lists or unlists them. Verifying counts as
 * the admin's check of every paper that nobody has checked since the name or photo last changed. The caller
 * writes the audit log.
 * @param decision `reviewed` is what the admin saw, `actorId` is the admin, `override` is why they verify a
 *   caregiver whose papers or profile are not complete; then no paper counts as checked
 * @returns `checked`: the papers that count as checked by this decision
 * @throws AppError 400 for a caregiver to be verified who needs more and without an override, 404 when the id
 *   is not a caregiver's, 409 when the caregiver has changed what was reviewed since, or is to be verified
 *   with a document that has expired
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function setVerification(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  decision: {
    caregiverId: number
    status: VerificationStatus
    rejectionReason: string | null
    actorId: number
    reviewed?: Reviewed
    override?: string | null
  },
): Promise<{ before: Verification; after: Verification; checked: DocumentField[] }> {
  const { caregiverId, status, actorId, reviewed = {}, override = null } = decision
  const user = await lockUser(transaction, caregiverId)
  const row = await lockCaregiverProfile(transaction, caregiverId)
  requireUnchanged(reviewed, user, row)
  if (status === 'verified' && row.hasExpiredDocument) {
    throw conflict('One of this caregiver’s documents has expired. Check a new one before you verify them')
  }
  const fileIds = DOCUMENT_FIELDS.map((document) => row[DOCUMENT_COLUMNS[document]])
  const checks = await findDocumentChecks(transaction, fileIds)
  const missing = status === 'verified' ? listVerificationNeeds(row, checks) : []
  if (missing.length > 0 && !override) {
    const detail = `This caregiver can’t be verified yet. Missing: ${describeNeeds(missing)}`
    throw invalid({ verification_status: [detail] })
  }
  const unchecked = DOCUMENT_FIELDS.filter((document) => {
    const fileId = row[DOCUMENT_COLUMNS[document]]
    return fileId !== null && (checks.get(fileId)?.isOutdated ?? true)
  })
  const checked = status === 'verified' && missing.length === 0 ? unchecked : []
  for (const document of checked) {
    const fileId = row[DOCUMENT_COLUMNS[document]] ?? ''
    await storeCheck(transaction, deps, row.timezone, {
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
    status: row.verificationStatus,
    rejectionReason: row.rejectionReason,
  }
  const isOverride = missing.length > 0 && override !== null
  const after: Verification = {
    status,
    rejectionReason: status === 'rejected' ? decision.rejectionReason : null,
    ...(isOverride && { missing, override }),
  }
  await setStatus(transaction, caregiverId, after)
  if (after.status !== before.status || after.rejectionReason !== before.rejectionReason) {
    const { rejectionReason } = after
    await publishVerificationChange(transaction, deps, {
      userId: caregiverId,
      status,
      rejectionReason,
      actorId,
    })
  }
  return { before, after, checked }
}

/** @throws AppError 409 when a document, the name or the photo is not what was reviewed */
function requireUnchanged(
  { documents, fullName, avatar }: Reviewed,
  user: Photo,
  row: DocumentFileIds & { fullName: string },
): void {
  const columns = Object.values(DOCUMENT_COLUMNS)
  if (documents && columns.some((column) => documents[column] !== row[column])) {
    throw changedSince('documents')
  }
  const isSameName = fullName === undefined || fullName === row.fullName
  const isSamePhoto = avatar === undefined || avatar === toAvatarUrl(user)
  if (!isSameName || !isSamePhoto) throw changedSince('name or photo')
}

/** 409: a caregiver changed what an admin reviewed. */
export function changedSince(what: 'documents' | 'name or photo'): AppError {
  return conflict(`The ${what} changed after you opened them. Please review the new ones before you decide.`)
}

/**
 * Publishes that a caregiver's verification changed. The event carries the reason, because a later decision
 * may have replaced it before the notification is written; `changeId` distinguishes one change from the next.
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
