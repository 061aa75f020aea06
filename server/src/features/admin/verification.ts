import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import { transact } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { audit, lockUser } from '../accounts/index.ts'
import { setVerification } from '../profiles/index.ts'

type Decision = {
  caregiverId: number
  status: 'verified' | 'rejected' | 'flagged'
  /** Shown to the caregiver; needed for `rejected`, ignored otherwise. */
  rejectionReason: string
  /** For admins alone. */
  adminNotes: string
}

const MESSAGES = {
  verified: 'Caregiver verified successfully',
  rejected: 'Caregiver rejected successfully',
  flagged: 'Caregiver flagged for review',
} as const

/**
 * Decides on a caregiver's verification, from any status, and writes it into the audit log in the same transaction.
 * @throws AppError 404 when the id is no caregiver's
 */
export async function decideVerification(
  deps: Deps,
  actor: Actor,
  address: string,
  decision: Decision,
): Promise<{ message: string; verification_status: Decision['status'] }> {
  const { caregiverId, status, adminNotes } = decision
  const rejectionReason = decision.rejectionReason.trim() || null
  await transact(deps.database, async (transaction) => {
    const user = await lockUser(transaction, caregiverId)
    if (user.role !== 'caregiver') throw notFound()
    const { before, after } = await setVerification(transaction, deps, {
      caregiverId,
      status,
      rejectionReason,
      adminNotes,
      actorId: actor.id,
    })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'caregiver.verification',
      subject: `user:${caregiverId}`,
      before,
      after,
      address,
    })
  })
  return { message: MESSAGES[status], verification_status: status }
}
