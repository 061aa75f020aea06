import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockUser, updateIsActive } from '../people/index.ts'
import { endEmailChange, endSessions, endTicketsAndRememberedDevices } from '../sign-in/index.ts'
import { endStaffMatters } from './ending.ts'

/**
 * Deactivates, suspends or activates any account. Deactivating ends the person's sessions, their pending
 * change of email and, for staff, what they asked for. The caller writes the audit entry.
 * @param deactivation.reason null where staff give none
 * @param deactivation.suspendedUntil when a suspension ends; null deactivates without an end
 * @throws AppError 404
 * @see docs/rules/accounts.md#deactivation
 */
export async function setActive(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub' | 'jobs'>,
  userId: number,
  isActive: boolean,
  { reason = null, suspendedUntil = null }: { reason?: string | null; suspendedUntil?: Date | null } = {},
): Promise<void> {
  await lockUser(transaction, userId)
  const at = deps.clock.now()
  await updateIsActive(transaction, userId, isActive ? null : { at, reason, suspendedUntil })
  if (isActive) return
  await endEmailChange(transaction, userId, at)
  await endTicketsAndRememberedDevices(transaction, userId)
  await endStaffMatters(transaction, deps, userId)
  await endSessions(transaction, deps, { userId })
}
