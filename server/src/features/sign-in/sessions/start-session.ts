import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { queueMail } from '../../notices/index.ts'
import { signInMail } from './notices.ts'
import { findKnownDevice, isNewBrowser, summarizeSessions } from './queries.ts'
import { type Device, type OpenedSession, openSession } from './session.ts'

/**
 * Opens a session for a user who has just logged in. Unless it is their first, a device or a country that is
 * new to the account is mailed to its owner.
 * @see docs/rules/accounts.md#sign-in-alerts
 */
export async function startSession(
  transaction: Transaction,
  deps: Deps,
  userId: number,
  device: Device,
  options: { hasSecondStep?: boolean } = {},
): Promise<OpenedSession> {
  const earlierSessions = await summarizeSessions(transaction, userId)
  const knownDevice = await findKnownDevice(transaction, userId, device)
  const isNewDevice = knownDevice === null || knownDevice.isForgotten
  if (await isNewBrowser(transaction, userId, device.browserId)) {
    await deps.jobs.publish(transaction, 'person.trait-added', { userId })
  }
  const session = await openSession(transaction, deps, userId, device, options)
  const { country } = session
  const isNewCountry =
    country !== null && earlierSessions.countries.length > 0 && !earlierSessions.countries.includes(country)
  if (earlierSessions.count > 0 && (isNewDevice || isNewCountry)) {
    await queueMail(transaction, deps, signInMail, { userId, sessionId: session.sessionId, isNewDevice })
  }
  return session
}
