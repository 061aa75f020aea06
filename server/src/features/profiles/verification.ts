import { randomUUID } from 'node:crypto'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { DOCUMENT_COLUMNS, lockProfile, writeStatus } from './store.ts'

/** A decision on a caregiver, as the audit log keeps it. */
export type Verification = { status: VerificationStatus; rejectionReason: string | null; adminNotes: string }

/** The files of a caregiver's documents, as an admin was shown them. */
export type ShownDocuments = Record<(typeof DOCUMENT_COLUMNS)[DocumentField], string | null>

/**
 * Writes an admin's decision, from any status. The caregiver is listed from then on when she is verified and active,
 * and unlisted otherwise. Who decided is the caller's to audit, and goes with the event.
 * @throws AppError 404 when the id is no caregiver's, 409 when her documents are no longer those that were `shown`
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
    shown?: ShownDocuments | undefined
  },
): Promise<{ before: Verification; after: Verification }> {
  const { caregiverId, status, adminNotes, actorId, shown } = decision
  const row = await lockProfile(transaction, caregiverId)
  if (shown && Object.values(DOCUMENT_COLUMNS).some((column) => shown[column] !== row[column])) {
    throw conflict(
      'The documents have changed since they were shown. Please look at the new ones, then decide.',
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
  await writeStatus(transaction, caregiverId, after)
  if (after.status !== before.status || after.rejectionReason !== before.rejectionReason) {
    const { rejectionReason } = after
    await publishChange(transaction, deps, { userId: caregiverId, status, rejectionReason, actorId })
  }
  return { before, after }
}

/**
 * Tells that a caregiver's verification changed; `changeId` tells one change from the next. The reason goes with it,
 * because the next decision may have replaced it by the time somebody is told.
 */
export function publishChange(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  change: { userId: number; status: VerificationStatus; rejectionReason: string | null; actorId: number },
): Promise<void> {
  return deps.jobs.publish(transaction, 'caregiver.verification-changed', {
    ...change,
    changeId: randomUUID(),
  })
}
