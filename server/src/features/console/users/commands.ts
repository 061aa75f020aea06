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
 * Activates or deactivates a family's or caregiver's account and writes an audit log entry in the same
 * transaction. Deactivating ends all sessions, delists a caregiver, closes requests, and cancels bookings
 * ahead. A family's reviews count only while it is active. The person gets an email. Setting the current
 * value changes nothing, but a suspended account can be deactivated for good, or activated before the
 * suspension ends. One that its owner closed can be deactivated too, and stays closed when it is activated.
 * @param change.reason why the account is deactivated; the person reads it
 * @param change.refund what a deactivated family gets back; a caregiver's families always get everything back
 * @param change.previewedUsd what the admin was shown that families get back, if the call names it
 * @throws AppError 403 without a recent proof, if bookings are canceled; 404 for an unknown id and for an
 *   admin; 409 to activate an account that is only closed, to deactivate one that is closed for good, and
 *   when the refund is no longer the previewed one
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
    if (isActive !== isDeactivated && !isSuspended) return user.closedAt !== null
    const deactivation = { by: { actor, address }, reason, refund, suspendedUntil: null, previewedUsd }
    const canceled = isActive ? {} : await deactivate(transaction, deps, user, deactivation)
    if (isActive) await activate(transaction, deps, user)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: isActive ? 'user.activated' : 'user.deactivated',
      subject: `user:${userId}`,
      before: { isActive: user.isActive, ...(isSuspended && { suspendedUntil: user.suspendedUntil }) },
      after: isActive ? { isActive } : { isActive, refund, reason, ...canceled },
      address,
    })
    return user.closedAt !== null
  })
  const message = MESSAGES[isActive ? 'active' : 'inactive']
  return { message, id: userId, is_active: isActive && !isClosed }
}
