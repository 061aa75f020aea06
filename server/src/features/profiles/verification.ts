import { randomUUID } from 'node:crypto'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { DOCUMENT_COLUMNS, lockCaregiverProfile, setStatus } from './caregiver-store.ts'

/** A decision on a caregiver, as the audit log stores it. */
export type Verification = { status: VerificationStatus; rejectionReason: string | null; adminNotes: string }

/** The file ids of a caregiver's documents. */
export type DocumentFileIds = Record<(typeof DOCUMENT_COLUMNS)[DocumentField], string | null>

/**
 * Records an admin's decision on a caregiver, from any status, and lists or unlists them. The caller writes the audit log.
 * @param decision `reviewed` are the documents that the admin saw, `actorId` is the admin
 * @throws AppError 404 when the id is not a caregiver's, 409 when a document was replaced since it was reviewed
 * @see docs/rules/profiles-and-files.md#verification
 */
export async function setVerification(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  decision: {
    caregiverId: number
    status: VerificationStatus
    rejectionReason: string | null
    adminNotes: string
    actorId: number
    reviewed?: DocumentFileIds | undefined
  },
): Promise<{ before: Verification; after: Verification }> {
  const { caregiverId, status, adminNotes, actorId, reviewed } = decision
  const row = await lockCaregiverProfile(transaction, caregiverId)
  if (reviewed && Object.values(DOCUMENT_COLUMNS).some((column) => reviewed[column] !== row[column])) {
    throw conflict(
      'The documents changed after you opened them. Please review the new ones before you decide.',
    )
  }
  const before = {
    status: row.verificationStatus,
    rejectionReason: row.rejectionReason,
    adminNotes: row.adminNotes,
  }
  const after = {
    status,
    rejectionReason: status === 'rejected' ? decision.rejectionReason : null,
    adminNotes,
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
