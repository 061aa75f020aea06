import { randomUUID } from 'node:crypto'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { type AppError, conflict } from '../../platform/errors.ts'
import { lockUser, type Photo, toAvatarUrl } from '../accounts/index.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setStatus } from './caregiver-store.ts'

/** A decision on a caregiver, as the audit log stores it. */
export type Verification = { status: VerificationStatus; rejectionReason: string | null }

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
 * Records an admin's decision on a caregiver, from any status, and lists or unlists them. The caller writes the audit log.
 * @param decision `reviewed` is what the admin saw, `actorId` is the admin
 * @throws AppError 404 when the id is not a caregiver's, 409 when the caregiver has changed what was reviewed since,
 * or is to be verified with a document that has expired
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function setVerification(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  decision: {
    caregiverId: number
    status: VerificationStatus
    rejectionReason: string | null
    actorId: number
    reviewed?: Reviewed
  },
): Promise<{ before: Verification; after: Verification }> {
  const { caregiverId, status, actorId, reviewed = {} } = decision
  const user = await lockUser(transaction, caregiverId)
  const row = await lockCaregiverProfile(transaction, caregiverId)
  requireUnchanged(reviewed, user, row)
  if (status === 'verified' && row.hasExpiredDocument) {
    throw conflict('One of this caregiver’s documents has expired. Check a new one before you verify them')
  }
  const before = {
    status: row.verificationStatus,
    rejectionReason: row.rejectionReason,
  }
  const after = {
    status,
    rejectionReason: status === 'rejected' ? decision.rejectionReason : null,
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
  return { before, after }
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
 * Publishes that a caregiver's verification changed. The event carries the reason, because a later decision may have
 * replaced it before the notification is written; `changeId` distinguishes one change from the next.
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
