import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { audit, lockUser, queueActivationEmail, setActive } from '../accounts/index.ts'
import { removeCaregiverBookings, removeFamilyBookings } from '../bookings/index.ts'
import { setListed } from '../profiles/index.ts'
import { recountRatingsBy } from '../reviews/index.ts'

const MESSAGES = {
  active: 'User activated successfully',
  inactive: 'User deactivated successfully',
} as const

/**
 * Activates or deactivates a family's or caregiver's account and writes an audit log entry in the same transaction.
 * Deactivating ends all sessions, delists a caregiver, closes requests, and cancels bookings ahead. A family's reviews
 * count only while it is active. The person is told by mail. Setting the current value changes nothing.
 * @param change.reason why the account is deactivated; the person reads it
 * @param change.refund what a deactivated family gets back; a caregiver's families always get everything back
 * @throws AppError 404 for an unknown id and for an admin
 * @see docs/rules/console.md#people
 * @see docs/rules/accounts.md#deactivation
 */
export async function setUserStatus(
  deps: Deps,
  actor: Actor,
  address: string,
  change: { userId: number; isActive: boolean; reason: string; refund: 'full' | 'policy' },
): Promise<{ message: string; id: number; is_active: boolean }> {
  const { userId, isActive, reason, refund } = change
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    if (user.role === 'admin') throw notFound()
    if (user.isActive === isActive) return
    await setActive(transaction, deps, userId, isActive, reason)
    await setListed(transaction, { userId, isActive })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: isActive ? 'user.activated' : 'user.deactivated',
      subject: `user:${userId}`,
      before: { isActive: user.isActive },
      after: isActive ? { isActive } : { isActive, refund, reason },
      address,
    })
    if (user.role === 'caretaker') await recountRatingsBy(transaction, userId)
    if (isActive) return queueActivationEmail(transaction, deps, { userId, deactivation: null })
    // Last, because ledger accounts are locked after everything else.
    const { count: canceled, refundCents } = await (user.role === 'caregiver'
      ? removeCaregiverBookings(transaction, deps, userId)
      : removeFamilyBookings(transaction, deps, userId, refund))
    const deactivation = { reason, canceled, refundCents }
    await queueActivationEmail(transaction, deps, { userId, deactivation })
  })
  return { message: MESSAGES[isActive ? 'active' : 'inactive'], id: userId, is_active: isActive }
}
