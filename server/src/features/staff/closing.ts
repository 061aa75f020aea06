import type { Role } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import {
  listActiveStaff,
  lockActiveAdmins,
  lockUser,
  markMailedTokensUsed,
  requireMailedToken,
  type UserRow,
  updateClosedAt,
} from '../people/index.ts'
import { endEmailChange, endSessions, endTicketsAndRememberedDevices } from '../sign-in/index.ts'
import { endStaffMatters } from './ending.ts'

/** Whether a person is the only active admin, so that nobody could replace them. */
export async function isLastAdmin(reader: Reader, userId: number): Promise<boolean> {
  const admins = await listActiveStaff(reader, ['admin'])
  return admins.length === 1 && admins[0]?.id === userId
}

/**
 * Locks the caller to close their account. Admins are locked together, so that two who leave at the same time
 * don't both see the other.
 * @throws AppError 404
 */
export async function lockToClose(transaction: Transaction, userId: number, role: Role): Promise<UserRow> {
  if (role === 'admin') await lockActiveAdmins(transaction)
  return lockUser(transaction, userId)
}

/**
 * Closes the account of a locked user: ends all sessions, links and a change of email. The caller audits it.
 */
export async function closeAccount(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub' | 'jobs'>,
  userId: number,
): Promise<void> {
  const at = deps.clock.now()
  await updateClosedAt(transaction, userId, at)
  await endEmailChange(transaction, userId, at)
  await markMailedTokensUsed(transaction, { userId, at })
  await endTicketsAndRememberedDevices(transaction, userId)
  await endStaffMatters(transaction, deps, userId)
  await endSessions(transaction, deps, { userId })
}

/**
 * Opens a closed account again by its mailed link.
 * @returns the user as they were
 * @throws AppError 400 for a link that is unknown, used or expired
 */
export async function reopenAccount(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  token: string,
): Promise<UserRow> {
  const link = { purpose: 'reopen_account' as const, token }
  const userId = await requireMailedToken(transaction, { ...link, now: deps.clock.now() })
  const user = await lockUser(transaction, userId)
  // Checked again under the lock: the link may have been pressed twice, or have expired while this waited.
  const at = deps.clock.now()
  await requireMailedToken(transaction, { ...link, now: at })
  await markMailedTokensUsed(transaction, { userId: user.id, purpose: 'reopen_account', at })
  if (user.closedAt) await updateClosedAt(transaction, user.id, null)
  return user
}
