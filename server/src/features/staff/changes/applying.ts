/**
 * Gives colleagues a role, activates and deactivates them: at once, or when a second admin has approved it.
 * @see docs/rules/console.md#staff
 */

import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, lockUser, setStaffRole, type UserRow } from '../../people/index.ts'
import { endSessions } from '../../sign-in/index.ts'
import { setActive } from '../activity.ts'
import { endStaffMatters } from '../ending.ts'
import { staffMail } from '../notices.ts'

/**
 * `askerId`: the admin who asked for the change. `userId`: the colleague who is changed. `address`: the
 * asker's network address, null after an approval.
 */
type ChangeOrigin = { askerId: number; userId: number; address: string | null }

/**
 * Gives a colleague a role. Their sessions end, so that every screen starts with the new role. Unless they
 * become an admin, the invitations, changes and recoveries they asked for end too. Setting the current role
 * does nothing. The caller has locked the admins.
 */
export async function applyRole(
  transaction: Transaction,
  deps: Deps,
  { askerId, userId, address, staffRole }: ChangeOrigin & { staffRole: StaffRole },
): Promise<void> {
  const user = await lockUser(transaction, userId)
  if (user.staffRole === staffRole) return
  await setStaffRole(transaction, userId, staffRole)
  if (staffRole !== 'admin') await endStaffMatters(transaction, deps, userId)
  await endSessions(transaction, deps, { userId })
  await queueMail(transaction, deps, staffMail, { userId, change: 'role', staffRole })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: askerId,
    action: 'staff.role-changed',
    subject: `user:${userId}`,
    before: { staffRole: user.staffRole },
    after: { staffRole },
    address,
  })
}

/**
 * Activates or deactivates a colleague. Deactivating ends all their sessions. Setting the current state does
 * nothing. The caller has locked the admins.
 * @throws AppError 409 for activating an account that its owner closed
 */
export async function applyStatus(
  transaction: Transaction,
  deps: Deps,
  { askerId, userId, address, isActive }: ChangeOrigin & { isActive: boolean },
): Promise<void> {
  const user = await lockUser(transaction, userId)
  if (isActive) requireOpenAccount(user)
  if (user.isActive === isActive) return
  await setActive(transaction, deps, userId, isActive)
  await queueMail(transaction, deps, staffMail, { userId, change: isActive ? 'activated' : 'deactivated' })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: askerId,
    action: isActive ? 'staff.activated' : 'staff.deactivated',
    subject: `user:${userId}`,
    before: { isActive: user.isActive },
    after: { isActive },
    address,
  })
}

/** @throws AppError 409 if the account's owner closed it */
export function requireOpenAccount({ closedAt }: UserRow): void {
  if (closedAt) throw conflict('This person closed their account. Only they can open it again')
}
