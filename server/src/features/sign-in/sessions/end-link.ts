/**
 * The link in the email about a new login. It logs that device out without a login, and can do nothing else.
 */
import type { RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { invalidRequest } from '../../../platform/errors.ts'
import { readSigned, type Secrets, signText } from '../../../platform/secrets.ts'
import { audit, lockUser } from '../../people/index.ts'
import { removeSuspectAccess } from '../not-me/suspect-factors.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { findSession } from './queries.ts'
import { type Device, endSessions } from './session.ts'
import { disownDevice, forgetKnownDevices } from './store.ts'

const PURPOSE = 'end-session'

export function signEndSessionToken(secrets: Secrets, sessionId: string): string {
  return signText(secrets, PURPOSE, sessionId)
}

/**
 * Ends the sessions on the device of a link's session, tickets and remembered devices. The device becomes new
 * to the account, also if it had logged out already, and what somebody else may have added is removed. The
 * next login on any device but the caller's is mailed. Once a device is disowned, links in earlier mails
 * don't end later logins on it.
 * @returns the factors that were removed
 * @throws AppError 400 for a link that is not ours
 * @see docs/rules/accounts.md#sign-in-alerts
 */
export async function endSessionByLink(
  deps: Deps,
  token: string,
  { ipAddress, knownDevices }: Pick<Device, 'ipAddress' | 'knownDevices'>,
): Promise<RemovedFactor[]> {
  const sessionId = readSigned(deps.secrets, PURPOSE, token)
  return withTransaction(deps.database, async (transaction) => {
    const session = sessionId && (await findSession(transaction, sessionId))
    if (!session) throw invalidRequest('This link is not valid')
    const { userId, deviceId } = session
    await lockUser(transaction, userId)
    // Read again under the lock: the link may be opened twice at the same time.
    const wasDisowned = (await findSession(transaction, session.id))?.isDisowned
    if (!wasDisowned) await disownDevice(transaction, session)
    const endedCount = await endSessions(transaction, deps, { userId, deviceId, isDisowned: true })
    if (wasDisowned && endedCount === 0) return []
    await forgetKnownDevices(transaction, userId, knownDevices.get(userId)?.id)
    const removed = await removeSuspectAccess(transaction, deps, {
      userId,
      sessionId: session.id,
      ipAddress,
    })
    await endTicketsAndRememberedDevices(transaction, userId)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: userId,
      action: 'session.ended-by-email',
      subject: `user:${userId}`,
      address: ipAddress,
    })
    return removed
  })
}
