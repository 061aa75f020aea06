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
 * Locks a user who is about to close their account. For an admin all admins are locked, so that two who leave
 * at the same time don't each count the other as remaining.
 * @throws AppError 404
 */
export async function lockToClose(transaction: Transaction, userId: number, role: Role): Promise<UserRow> {
  if (role === 'admin') await lockActiveAdmins(transaction)
  return lockUser(transaction, userId)
}

/**
 * Closes the account of a locked user: ends their sessions, mailed links, a pending change of email and, for
 * staff, what they asked for. The caller writes the audit entry.
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
 * Opens a closed account again.
 * @param token the token of the link that was mailed to its owner
 * @returns the user's row as it was while the account was closed
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
  // Checked again under the lock: meanwhile the link may have been used by another call, or have expired.
  const at = deps.clock.now()
  await requireMailedToken(transaction, { ...link, now: at })
  await markMailedTokensUsed(transaction, { userId: user.id, purpose: 'reopen_account', at })
  if (user.closedAt) await updateClosedAt(transaction, user.id, null)
  return user
}
