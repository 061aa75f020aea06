import type { RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { queueMail } from '../../notices/index.ts'
import { audit } from '../../people/index.ts'
import { removeIdentities } from '../google/removal.ts'
import { endTwoStep } from '../two-step/factors/changes.ts'
import { deleteRecoveryCodes } from '../two-step/factors/recovery-codes.ts'
import { deleteFactor, listFactors } from '../two-step/factors/store.ts'
import { toChange, twoStepMail } from '../two-step/notices.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { listDevices } from './devices.ts'
import { type Addition, isSuspect } from './suspects.ts'

/**
 * Removes the factors that somebody else may have added, with the recovery codes, which they may know as
 * well. Without any factor left, two-step sign-in is off. Other factors stay.
 * @param userId the user's row is locked
 * @param removal.change the change that the owner says wasn't them; null for a password reset
 * @param removal.ipAddress of the caller
 * @returns the factors that were removed
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export async function removeSuspectFactors(
  transaction: Transaction,
  userId: number,
  { change, now, ipAddress }: { change: Addition | null; now: Date; ipAddress: string },
): Promise<RemovedFactor[]> {
  const circumstances = { devices: await listDevices(transaction, userId), change, now }
  const { all } = await listFactors(transaction, userId)
  const suspects = all.filter(({ createdAt: at, deviceId }) => isSuspect({ at, deviceId }, circumstances))
  const removed = suspects.map(({ method, name }) => ({ method, name }))
  if (removed.length === 0) return []
  const entry = { at: now, actorId: userId, subject: `user:${userId}`, address: ipAddress }
  for (const factor of removed) {
    const after = { ...factor, byMailbox: true }
    await audit(transaction, { ...entry, action: 'two-step.factor-removed', after })
  }
  if (suspects.length === all.length) {
    await endTwoStep(transaction, userId, now)
    await audit(transaction, { ...entry, action: 'two-step.turned-off' })
    return removed
  }
  for (const factor of suspects) await deleteFactor(transaction, userId, factor)
  await deleteRecoveryCodes(transaction, userId)
  await endTicketsAndRememberedDevices(transaction, userId)
  return removed
}

/**
 * After the owner said by a mailed link that a device isn't theirs: removes the Google accounts and the
 * factors that somebody else may have added, and mails the owner about each.
 * @param device.sessionId of a session on that device
 * @returns the factors that were removed
 */
export async function removeSuspectAccess(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { userId, sessionId, ipAddress }: { userId: number; sessionId: string; ipAddress: string },
): Promise<RemovedFactor[]> {
  const now = deps.clock.now()
  await removeIdentities(transaction, deps, userId, ipAddress)
  const removed = await removeSuspectFactors(transaction, userId, { change: null, now, ipAddress })
  for (const factor of removed) {
    const job = { userId, change: toChange(factor, 'removed'), at: now.toISOString(), sessionId }
    await queueMail(transaction, deps, twoStepMail, job)
  }
  return removed
}
