import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { activate, deactivate } from '../../moderation/index.ts'
import { audit, lockUser } from '../../people/index.ts'

const MESSAGES = {
  active: 'User activated successfully',
  inactive: 'User deactivated successfully',
} as const

/**
 * Activates or deactivates a family's or caregiver's account, with an audit log entry in the same
 * transaction. Deactivating ends all sessions, unlists a caregiver, closes requests, and cancels upcoming
 * visits; a family's reviews no longer count. The person gets an email. Does nothing if the account is so
 * already. A suspended account can be deactivated for good, or activated before the suspension ends. An
 * account that its owner closed can be deactivated too; activating it then leaves it closed.
 * @param address the network address of the staff member, for the audit log
 * @param change.reason why the account is deactivated; the person reads it
 * @param change.refund what a deactivated family gets back; a caregiver's families always get everything back
 * @param change.previewedUsd how much the screen said that families get back; undefined if the call leaves it
 *   out
 * @throws AppError 403 without a recent proof, if visits are canceled; 404 for an unknown id and for staff;
 *   409 for activating an account that its owner closed and staff have not deactivated, for deactivating an
 *   erased one, and if the refund is no longer the previewed one
 * @see docs/rules/console.md#people
 * @see docs/rules/accounts.md#deactivation
 */
export async function setUserStatus(
  deps: Deps,
  actor: Actor,
  address: string,
  change: {
    userId: number
    isActive: boolean
    reason: string
    refund: 'full' | 'policy'
    previewedUsd: number | undefined
  },
): Promise<{ message: string; id: number; is_active: boolean }> {
  const { userId, isActive, reason, refund, previewedUsd } = change
  const isClosed = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    if (user.role === 'admin') throw notFound()
    const isDeactivated = user.deactivatedAt !== null
    if (isActive && user.closedAt && !isDeactivated) {
      throw conflict('This person closed their account. Only they can open it again')
    }
    const isSuspended = user.suspendedUntil !== null
    // A suspended account counts as deactivated, but deactivating it for good is a change.
    const isUnchanged = isActive !== isDeactivated && !isSuspended
    if (isUnchanged) return user.closedAt !== null
    const deactivation = { by: { actor, address }, reason, refund, suspendedUntil: null, previewedUsd }
    const canceledBookings = isActive ? {} : await deactivate(transaction, deps, user, deactivation)
    if (isActive) await activate(transaction, deps, user)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: isActive ? 'user.activated' : 'user.deactivated',
      subject: `user:${userId}`,
      before: { isActive: user.isActive, ...(isSuspended && { suspendedUntil: user.suspendedUntil }) },
      after: isActive ? { isActive } : { isActive, refund, reason, ...canceledBookings },
      address,
    })
    return user.closedAt !== null
  })
  const message = MESSAGES[isActive ? 'active' : 'inactive']
  return { message, id: userId, is_active: isActive && !isClosed }
}
