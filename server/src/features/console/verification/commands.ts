import { BULK_NOTES } from '@tendwell/contract/profiles/verification-needs'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { removeCaregiverBookings, requirePreviewedRefund } from '../../bookings/index.ts'
import { audit, lockUser } from '../../people/index.ts'
import { type ReviewedProfile, recordVerification } from '../../profiles/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { insertNote } from '../notes/commands.ts'

/** What staff decided on a caregiver's verification. */
type VerificationDecision = {
  caregiverId: number
  status: 'verified' | 'rejected' | 'flagged'
  /** Shown to the caregiver. Required for `rejected`, otherwise ignored. */
  rejectionReason: string
  /**
   * Becomes a note on the caregiver, unless it is empty. If an admin verifies a caregiver without papers, it
   * is also the reason for that.
   */
  note: string
  /** What the screen showed the staff member; parts that the call leaves out are not compared. */
  reviewed: ReviewedProfile
  /** How much the screen said that families get back; undefined if the call leaves it out. */
  previewedUsd: number | undefined
}

const MESSAGES = {
  verified: 'Caregiver verified successfully',
  rejected: 'Caregiver rejected successfully',
  flagged: 'Caregiver flagged for review',
} as const

/**
 * Verifies, rejects or flags a caregiver, with an audit log entry in the same transaction, and one for each
 * paper that the decision counts as checked. Rejecting a caregiver cancels their upcoming visits with a full
 * refund.
 * @param address the network address of the staff member, for the audit log
 * @throws AppError 400 for a caregiver who can't be verified yet; 403 without a recent proof, if visits are
 *   canceled; 404 if the id is not a caregiver's; 409 if the caregiver changed what they saw, for
 *   verifying someone whose email address isn't verified, and if the refund is no longer the previewed one
 * @see docs/rules/console.md#verification-decisions
 */
export async function decideVerification(
  deps: Deps,
  actor: Actor,
  address: string,
  decision: VerificationDecision,
): Promise<{ message: string; verification_status: VerificationDecision['status'] }> {
  const { caregiverId, status, note, reviewed } = decision
  const rejectionReason = decision.rejectionReason.trim() || null
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, caregiverId)
    if (user.role !== 'caregiver') throw notFound()
    // While the email address is unverified, a second sign-up with it may replace the name.
    if (status === 'verified' && !user.emailVerifiedAt) {
      throw conflict("This caregiver hasn't verified their email address yet")
    }
    // The note of an admin may verify a caregiver without papers, but not the text of the bulk actions.
    const mayOverride = actor.staffRole === 'admin' && !BULK_NOTES.test(note)
    const { before, after, checked } = await recordVerification(transaction, deps, {
      caregiverId,
      status,
      rejectionReason,
      actorId: actor.id,
      reviewed,
      override: mayOverride ? note || null : null,
    })
    for (const document of checked) {
      await audit(transaction, {
        at: deps.clock.now(),
        actorId: actor.id,
        action: 'document.checked',
        subject: `user:${caregiverId}`,
        after: { document, with: 'the verification' },
        address,
      })
    }
    if (note) {
      await insertNote(transaction, deps, {
        subject: `user:${caregiverId}`,
        authorId: actor.id,
        text: note,
        address,
      })
    }
    // Ledger accounts are locked after everything else.
    const removedBookings =
      status === 'rejected'
        ? await removeCaregiverBookings(transaction, deps, caregiverId, { actor, address })
        : null
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'caregiver.verification',
      subject: `user:${caregiverId}`,
      before,
      after: {
        ...after,
        ...(removedBookings && removedBookings.count > 0 && { bookings: removedBookings.requestIds }),
      },
      address,
    })
    if (!removedBookings) return
    // Checked after the cancellation, because only under the locks is it certain what is canceled.
    requirePreviewedRefund(removedBookings.refundCents, decision.previewedUsd)
    if (removedBookings.count > 0) await requireRecentProof(transaction, deps, actor)
  })
  return { message: MESSAGES[status], verification_status: status }
}
