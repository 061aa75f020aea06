import type { User } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { invalid, unauthorized } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import { queueMail } from '../../notices/index.ts'
import {
  audit,
  findInactiveError,
  findUser,
  lockUser,
  type MailedLinkPurpose,
  markMailedTokensUsed,
  requireMailedToken,
  setPassword,
  toUserResponse,
} from '../../people/index.ts'
import { endEmailChange } from '../email-change/store.ts'
import { removeIdentities } from '../google/removal.ts'
import {
  clearFailedLogins,
  countEmailAttempt,
  countMailedPasswordAttempt,
  countPasswordChangeAttempt,
} from '../limits.ts'
import { removeSuspectFactors } from '../not-me/suspect-factors.ts'
import { findSession, isSessionOpen } from '../sessions/queries.ts'
import { requireRecentProof } from '../sessions/reauthentication.ts'
import { type Device, endSessions } from '../sessions/session.ts'
import { forgetKnownDevices } from '../sessions/store.ts'
import { matchSignupPassword, renewSignupSession } from '../signup/browser-session.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { claimAccount } from './account-claim.ts'
import { hashPassword, verifyPassword } from './hashing.ts'
import { passwordChangedMail, resetMail } from './notices.ts'
import { requireStrongPassword } from './strength.ts'

const wrongPassword = () => invalid({ current_password: ['Current password is incorrect'] })

/**
 * Changes the caller's password, and ends their other sessions, their reset links and a pending change of
 * email. The next login on another device is mailed.
 * @throws AppError 400 if the current password is wrong or missing, or the new one easy to guess; 403 with
 *   two-step sign-in without a recent proof; 429 after too many attempts
 * @see docs/rules/accounts.md#passwords
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { current, password }: { current: string; password: string },
  ipAddress: string,
): Promise<void> {
  const attempt = await countPasswordChangeAttempt(deps, actor.sessionId, ipAddress)
  const userBefore = await findUser(deps.database, actor.id)
  if (userBefore?.twoStepAt) await uncountOnFailure(attempt, requireRecentProof(deps.database, deps, actor))
  if (!userBefore?.passwordHash) {
    await attempt.uncount()
    throw invalid({ current_password: ['Your account has no password yet. Use Forgot Password to set one'] })
  }
  const matches = await uncountOnFailure(attempt, verifyPassword(current, userBefore.passwordHash))
  if (!matches) throw wrongPassword()
  await attempt.uncount()
  await requireStrongPassword(password, userBefore)
  const passwordHash = await hashPassword(password)

  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, actor.id)
    // The password or the session may have changed while we were hashing.
    if (user.passwordHash !== userBefore.passwordHash) throw wrongPassword()
    if (!(await isSessionOpen(transaction, actor.sessionId))) throw unauthorized()
    const at = deps.clock.now()
    await setPassword(transaction, user.id, { passwordHash, verifiedAt: at })
    await markMailedTokensUsed(transaction, { userId: user.id, purpose: 'reset_password', at })
    await endEmailChange(transaction, user.id, at)
    await endTicketsAndRememberedDevices(transaction, user.id)
    await endSessions(transaction, deps, { userId: user.id, exceptSessionId: actor.sessionId })
    const ownSession = await findSession(transaction, actor.sessionId)
    await forgetKnownDevices(transaction, user.id, ownSession?.deviceId)
    await queueMail(transaction, deps, passwordChangedMail, {
      userId: user.id,
      at: at.toISOString(),
      sessionId: actor.sessionId,
      removed: [],
    })
    const subject = `user:${user.id}`
    await audit(transaction, {
      at,
      actorId: user.id,
      action: 'password.changed',
      subject,
      address: ipAddress,
    })
  })
}

/**
 * Queues a reset email. The steps are the same for every address, so neither the answer nor its duration
 * reveals whether the address is known.
 * @throws AppError 429 after too many attempts
 * @see docs/rules/accounts.md#password-reset
 */
export async function requestPasswordReset(deps: Deps, email: string, ipAddress: string): Promise<void> {
  await countEmailAttempt(deps, 'reset', email, ipAddress)
  await withTransaction(deps.database, (transaction) =>
    queueMail(transaction, deps, resetMail, { email, ipAddress }),
  )
}

/**
 * Sets a new password by an emailed link, or by the setup token of a verification. Verifies the address, and
 * ends all of the user's links, sessions and earlier passwords. A reset also removes Google accounts and
 * factors that a thief may have added, and the next login on another device than this one is mailed.
 * @returns the user
 * @throws AppError 400 for a link that is unknown, used or expired, or a password that is easy to guess; 403
 *   for a deactivated account; 429 after too many attempts
 * @see docs/rules/accounts.md#password-reset
 */
export async function choosePassword(
  deps: Deps,
  link: { purpose: MailedLinkPurpose; token: string; password: string },
  { ipAddress, knownDevices }: Pick<Device, 'ipAddress' | 'knownDevices'>,
): Promise<User> {
  const { purpose, token, password } = link
  const attempt = await countMailedPasswordAttempt(deps, ipAddress)
  // Checked before hashing, so that guessed tokens cost little.
  const userId = await requireMailedToken(deps.database, { purpose, token, now: deps.clock.now() })
  const owner = await findUser(deps.database, userId)
  await requireStrongPassword(password, owner ?? { fullName: '', email: '' })
  const passwordHash = await uncountOnFailure(attempt, hashPassword(password))
  const signup = await uncountOnFailure(
    attempt,
    matchSignupPassword(deps.database, deps, { userId, password }),
  )

  const user = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const at = deps.clock.now()
    // Checked again under the lock: the link may have been used twice at the same time.
    await requireMailedToken(transaction, { purpose, token, now: at })
    const inactivity = findInactiveError(user)
    if (inactivity) throw inactivity
    await claimAccount(transaction, deps, user, passwordHash)
    if (signup !== null) await renewSignupSession(transaction, deps, signup)
    const isReset = purpose === 'reset_password'
    if (isReset) {
      await forgetKnownDevices(transaction, userId, knownDevices.get(userId)?.id)
      await removeIdentities(transaction, deps, userId, ipAddress)
      const removed = await removeSuspectFactors(transaction, userId, { change: null, now: at, ipAddress })
      const job = { userId, at: at.toISOString(), sessionId: null, removed }
      await queueMail(transaction, deps, passwordChangedMail, job)
    }
    const action = isReset ? 'password.reset' : 'password.set'
    await audit(transaction, { at, actorId: userId, action, subject: `user:${userId}`, address: ipAddress })
    return user
  })
  await clearFailedLogins(deps, user.email)
  return toUserResponse(deps, user)
}
