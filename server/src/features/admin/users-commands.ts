import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { audit, lockUser, setActive } from '../accounts/index.ts'
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
 * count only while it is active. Setting the current value changes nothing.
 * @param change.refund what a deactivated family gets back; a caregiver's families always get everything back
 * @throws AppError 404 for an unknown id and for an admin
 * @see docs/rules/console.md#people
 * @see docs/rules/accounts.md#deactivation
 */
export async function setUserStatus(
  deps: Deps,
  actor: Actor,
  address: string,
  change: { userId: number; isActive: boolean; refund: 'full' | 'policy' },
): Promise<{ message: string; id: number; is_active: boolean }> {
  const { userId, isActive, refund } = change
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    if (user.role === 'admin') throw notFound()
    if (user.isActive === isActive) return
    await setActive(transaction, deps, userId, isActive)
    await setListed(transaction, { userId, isActive })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: isActive ? 'user.activated' : 'user.deactivated',
      subject: `user:${userId}`,
      before: { isActive: user.isActive },
      after: isActive ? { isActive } : { isActive, refund },
      address,
    })
    if (user.role === 'caretaker') await recountRatingsBy(transaction, userId)
    if (isActive) return
    // Last, because ledger accounts are locked after everything else.
    if (user.role === 'caregiver') await removeCaregiverBookings(transaction, deps, userId)
    else await removeFamilyBookings(transaction, deps, userId, refund)
  })
  return { message: MESSAGES[isActive ? 'active' : 'inactive'], id: userId, is_active: isActive }
}
