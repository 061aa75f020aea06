import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import { withTransaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { audit, lockUser, setActive } from '../accounts/index.ts'
import { setListed } from '../profiles/index.ts'

const MESSAGES = {
  active: 'User activated successfully',
  inactive: 'User deactivated successfully',
} as const

/**
 * Opens or closes a family's or a caregiver's account, and writes it into the audit log in the same transaction.
 * Closing ends all sessions at once and takes a caregiver off the public list (decisions §2, §3). To set what is set
 * already changes nothing, so that two admins may do the same.
 * @throws AppError 404 for who is neither: admins are made and unmade by the command alone
 */
export async function setUserStatus(
  deps: Deps,
  actor: Actor,
  address: string,
  { userId, isActive }: { userId: number; isActive: boolean },
): Promise<{ message: string; id: number; is_active: boolean }> {
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
      after: { isActive },
      address,
    })
  })
  return { message: MESSAGES[isActive ? 'active' : 'inactive'], id: userId, is_active: isActive }
}
