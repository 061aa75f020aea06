import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import type { StaffChange } from '@tendwell/contract/staff/staff'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { lockActiveAdmins, lockUser, type UserRow } from '../people/index.ts'
import { requireRecentProof } from '../sign-in/index.ts'
import { applyRole, applyStatus, requireOpenAccount } from './changes/applying.ts'
import { askSecondAdmin } from './changes/asking.ts'
import { needsSecondAdmin } from './second-admin.ts'

type Change = { actor: Actor; userId: number; address: string }
/** The answer if another admin has to approve the change first. */
type WaitingChange = { message: string; change: StaffChange }

/**
 * Changes someone's staff role. Setting the current role does nothing. A change that makes or ends an admin
 * waits for the approval of a second admin if there are at least two.
 * @throws AppError 403 without a recent proof; 404 for anyone who isn't staff; 409 for one's own role, and
 *   while a change of this person waits
 * @see docs/rules/console.md#staff
 */
export async function changeStaffRole(
  deps: Deps,
  { staffRole, ...change }: Change & { staffRole: StaffRole },
): Promise<{ message: string; id: number; staff_role: StaffRole } | WaitingChange> {
  const { actor, userId, address } = change
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const { user, adminCount } = await lockColleague(transaction, change, "You can't change your own role")
    if (needsSecondAdmin(user, { ...user, staffRole }, adminCount)) {
      return askSecondAdmin(transaction, deps, change, { kind: 'role', userId, email: null, staffRole })
    }
    await applyRole(transaction, deps, { askerId: actor.id, userId, address, staffRole })
    return { message: 'Role changed successfully', id: userId, staff_role: staffRole }
  })
}

/**
 * Activates or deactivates someone's staff account. Setting the current state does nothing. A change that
 * makes or ends an admin waits for the approval of a second admin if there are at least two.
 * @throws AppError 403 without a recent proof; 404 for anyone who isn't staff; 409 for one's own account, for
 * activating one that its owner closed, and while a change of this person waits
 * @see docs/rules/console.md#staff
 */
export async function setStaffStatus(
  deps: Deps,
  { isActive, ...change }: Change & { isActive: boolean },
): Promise<{ message: string; id: number; is_active: boolean } | WaitingChange> {
  const { actor, userId, address } = change
  return withTransaction(deps.database, async (transaction) => {
    await requireRecentProof(transaction, deps, actor)
    const { user, adminCount } = await lockColleague(
      transaction,
      change,
      "You can't deactivate your own account",
    )
    if (isActive) requireOpenAccount(user)
    if (needsSecondAdmin(user, { ...user, isActive }, adminCount)) {
      const kind = isActive ? 'activate' : 'deactivate'
      return askSecondAdmin(transaction, deps, change, { kind, userId, email: null, staffRole: null })
    }
    await applyStatus(transaction, deps, { askerId: actor.id, userId, address, isActive })
    const message = isActive ? 'Account activated successfully' : 'Account deactivated successfully'
    return { message, id: userId, is_active: isActive }
  })
}

/**
 * Locks the admins, then the person. Only an active admin may change the staff, and never their own account.
 * So one active admin always remains, even if two admins deactivate each other at the same time.
 * @param ownRefusal the text of the error if the person is the actor
 * @returns the person, and how many active admins there are
 * @throws AppError 403 if the actor isn't an active admin; 404 if the person isn't staff; 409 for oneself
 */
async function lockColleague(
  transaction: Transaction,
  { actor, userId }: Change,
  ownRefusal: string,
): Promise<{ user: UserRow; adminCount: number }> {
  const adminIds = await lockActiveAdmins(transaction)
  if (!adminIds.includes(actor.id)) throw forbidden()
  if (userId === actor.id) throw conflict(ownRefusal)
  const user = await lockUser(transaction, userId)
  if (user.role !== 'admin') throw notFound()
  return { user, adminCount: adminIds.length }
}
