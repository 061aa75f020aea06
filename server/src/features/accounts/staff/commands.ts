import type { StaffRole } from '@tendwell/contract/accounts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { audit } from '../audit-store.ts'
import { setActive } from '../sessions/commands.ts'
import { requireRecentProof } from '../sessions/reauthentication.ts'
import { endSessions } from '../sessions/session.ts'
import { lockUser } from '../store.ts'
import type { UserRow } from '../user.ts'
import { queueStaffEmail } from './email-jobs.ts'
import { endStaffMatters } from './ending.ts'
import { lockActiveAdmins, setStaffRole } from './store.ts'

type Change = { actor: Actor; userId: number; address: string }

/**
 * Changes someone's staff role. Their sessions end, so that every screen starts with the new role, and so does what they
 * set in motion, unless they become an admin. Setting the current role changes nothing.
 * @throws AppError 403 without a recent proof; 404 for anyone who isn't staff; 409 for one's own role
 * @see docs/rules/console.md#staff
 */
export async function changeStaffRole(
  deps: Deps,
  { staffRole, ...change }: Change & { staffRole: StaffRole },
): Promise<{ message: string; id: number; staff_role: StaffRole }> {
  const { actor, userId, address } = change
  await withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const user = await lockColleague(transaction, change, "You can't change your own role")
    if (user.staffRole === staffRole) return
    await setStaffRole(transaction, userId, staffRole)
    if (staffRole !== 'admin') await endStaffMatters(transaction, deps, userId)
    await endSessions(transaction, deps, { userId })
    await queueStaffEmail(transaction, deps, { userId, change: 'role', staffRole })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'staff.role-changed',
      subject: `user:${userId}`,
      before: { staffRole: user.staffRole },
      after: { staffRole },
      address,
    })
  })
  return { message: 'Role changed successfully', id: userId, staff_role: staffRole }
}

/**
 * Activates or deactivates someone's staff account. Deactivating ends all their sessions. Setting what is already set
 * changes nothing.
 * @throws AppError 403 without a recent proof; 404 for anyone who isn't staff; 409 for one's own account
 * @see docs/rules/console.md#staff
 */
export async function setStaffStatus(
  deps: Deps,
  { isActive, ...change }: Change & { isActive: boolean },
): Promise<{ message: string; id: number; is_active: boolean }> {
  const { actor, userId, address } = change
  await withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const user = await lockColleague(transaction, change, "You can't deactivate your own account")
    if (user.closedAt) throw conflict('This person closed their account. Only they can open it again')
    if (user.isActive === isActive) return
    await setActive(transaction, deps, userId, isActive)
    await queueStaffEmail(transaction, deps, { userId, change: isActive ? 'activated' : 'deactivated' })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: isActive ? 'staff.activated' : 'staff.deactivated',
      subject: `user:${userId}`,
      before: { isActive: user.isActive },
      after: { isActive },
      address,
    })
  })
  const message = isActive ? 'Account activated successfully' : 'Account deactivated successfully'
  return { message, id: userId, is_active: isActive }
}

/**
 * Locks the admins, then the person. Only an active admin changes the staff, and never their own account, so one is
 * always left, also when two admins deactivate each other at the same time.
 */
async function lockColleague(
  transaction: Transaction,
  { actor, userId }: Change,
  ownRefusal: string,
): Promise<UserRow> {
  if (!(await lockActiveAdmins(transaction)).includes(actor.id)) throw forbidden()
  if (userId === actor.id) throw conflict(ownRefusal)
  const user = await lockUser(transaction, userId)
  if (user.role !== 'admin') throw notFound()
  return user
}
