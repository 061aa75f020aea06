import type { RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, setTwoStepAt } from '../../people/index.ts'
import { removeIdentities } from '../google/removal.ts'
import { deleteApp, findApp } from '../two-step/factors/app-store.ts'
import { deleteRecoveryCodes } from '../two-step/factors/recovery-codes.ts'
import { deletePasskey, listPasskeys } from '../two-step/factors/store.ts'
import { endShortcuts } from '../two-step/login/tickets.ts'
import { type TwoStepChange, twoStepMail } from '../two-step/notices.ts'
import { countFactors } from '../two-step/queries.ts'
import { stopOpenRecovery } from '../two-step/recovery/store.ts'
import { listDevices } from './devices.ts'
import { type Addition, isSuspect } from './suspects.ts'

/**
 * Removes the factors that a thief may have added, with the recovery codes, which they may know as well.
 * Without any factor left, two-step sign-in is off. Known factors stay.
 * @param userId the user's row is locked
 * @param removal.change the change that the owner says wasn't them; null for a password reset
 * @param removal.ipAddress of the caller
 * @returns what was removed
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export async function removeSuspectFactors(
  transaction: Transaction,
  userId: number,
  { change, now, ipAddress }: { change: Addition | null; now: Date; ipAddress: string },
): Promise<RemovedFactor[]> {
  const judge = { devices: await listDevices(transaction, userId), change, now }
  const removed: RemovedFactor[] = []
  for (const { id, name, createdAt: at, deviceId } of await listPasskeys(transaction, userId)) {
    if (!isSuspect({ at, deviceId }, judge)) continue
    await deletePasskey(transaction, { id, userId })
    removed.push({ method: 'passkey', name })
  }
  const app = await findApp(transaction, userId)
  if (app?.confirmedAt && isSuspect({ at: app.confirmedAt, deviceId: app.deviceId }, judge)) {
    await deleteApp(transaction, userId)
    removed.push({ method: 'app', name: app.name ?? '' })
  }
  if (removed.length === 0) return []
  const entry = { at: now, actorId: userId, subject: `user:${userId}`, address: ipAddress }
  for (const factor of removed) {
    const after = { ...factor, byMailbox: true }
    await audit(transaction, { ...entry, action: 'two-step.factor-removed', after })
  }
  await deleteRecoveryCodes(transaction, userId)
  await endShortcuts(transaction, userId)
  if ((await countFactors(transaction, userId)) > 0) return removed
  await setTwoStepAt(transaction, userId, null)
  await stopOpenRecovery(transaction, userId, now)
  await audit(transaction, { ...entry, action: 'two-step.turned-off' })
  return removed
}

/**
 * Follows a device that the owner just disowned by mail: removes the Google accounts and the factors that a
 * thief may have added, and mails the owner about each.
 * @param device.sessionId of a session on it
 * @returns what was removed
 */
export async function removeFactorsOfDisowned(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { userId, sessionId, ipAddress }: { userId: number; sessionId: string; ipAddress: string },
): Promise<RemovedFactor[]> {
  const now = deps.clock.now()
  await removeIdentities(transaction, deps, userId, ipAddress)
  const removed = await removeSuspectFactors(transaction, userId, { change: null, now, ipAddress })
  for (const { method, name } of removed) {
    const change: TwoStepChange =
      method === 'app' ? { kind: 'app-removed' } : { kind: 'passkey-removed', name }
    await queueMail(transaction, deps, twoStepMail, { userId, change, at: now.toISOString(), sessionId })
  }
  return removed
}
