import { EMAIL_UNVERIFIED } from '@tendwell/contract/reference'
import type { SessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { invalid, notFound, unauthorized } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import { queueMail } from '../../notices/index.ts'
import {
  audit,
  findInactiveError,
  findUserByEmail,
  hashToken,
  lockUser,
  saveTimezone,
  setPassword,
  type UserRow,
} from '../../people/index.ts'
import { countIdentities } from '../google/queries.ts'
import { countEmailAttempt, countLoginAttempt } from '../limits.ts'
import { hashPassword, matchPassword } from '../passwords/hashing.ts'
import { resetMail } from '../passwords/notices.ts'
import { askSecondStep } from '../two-step/login/tickets.ts'
import { endTicketsAndRememberedDevices } from '../two-step/tokens.ts'
import { findKnownDevice, findSession } from './queries.ts'
import { type Device, endSessions } from './session.ts'
import { toSessionResponse } from './session-response.ts'
import { startSession } from './start-session.ts'
import { disownDevice, lockSessionByRefreshToken } from './store.ts'

/**
 * Opens a session with an email address and a password.
 * @throws AppError 401 for an unknown address or a wrong password, after the same time; with the right
 *   password 403 for a deactivated or suspended account, 400 for an unverified one, and 403
 *   `second_step_required`; 400 for an account that was verified without a password, whose owner is then
 *   mailed a link to choose one; 429 after too many attempts
 * @see docs/rules/accounts.md#login
 */
export async function logIn(
  deps: Deps,
  { email, password, timezone }: { email: string; password: string; timezone?: string | undefined },
  device: Device,
): Promise<SessionResponse> {
  const knownUser = await findUserByEmail(deps.database, email)
  const knownDevice = knownUser && (await findKnownDevice(deps.database, knownUser.id, device))
  const { ipAddress } = device
  const attempt = await countLoginAttempt(deps, { email, ipAddress, device: knownDevice })
  const passwordMatch = await uncountOnFailure(
    attempt,
    matchPassword(password, knownUser?.passwordHash ?? null),
  )
  const isPasswordRight = passwordMatch !== 'none'
  const newHash = passwordMatch === 'typed' ? await uncountOnFailure(attempt, hashPassword(password)) : null
  const mustChoosePassword = knownUser !== null && (await lacksPassword(deps.database, knownUser))
  if (mustChoosePassword) await countEmailAttempt(deps, 'reset', email, ipAddress)
  // A successful login does not count, but earlier failures stay counted.
  if (isPasswordRight) await attempt.uncount()

  const outcome = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const entry = { at, subject: `user:${knownUser?.id ?? 'unknown'}`, address: ipAddress }
    const refuse = async (refusal: Error) => {
      const after = { why: refusal.message }
      await audit(transaction, { ...entry, actorId: null, action: 'login.failed', after })
      return { refusal }
    }
    if (mustChoosePassword) {
      await queueMail(transaction, deps, resetMail, { email, ipAddress })
      return refuse(invalid({ email: ['Check your email to choose a password'] }))
    }
    if (!knownUser || !isPasswordRight) return refuse(unauthorized('Invalid email or password'))
    // The password may have changed while we were hashing.
    const user = await lockUser(transaction, knownUser.id)
    if (user.passwordHash !== knownUser.passwordHash) return refuse(unauthorized('Invalid email or password'))
    const refusal = findLoginRefusal(user)
    if (refusal) return refuse(refusal)
    if (newHash) await setPassword(transaction, user.id, { passwordHash: newHash, verifiedAt: at })
    const firstStep = { by: 'password', timezone: timezone ?? null, device }
    const secondStep = await askSecondStep(transaction, deps, user, firstStep)
    if (secondStep) return { refusal: secondStep }
    await saveTimezone(transaction, user.id, timezone)
    const session = await startSession(transaction, deps, user.id, device)
    await audit(transaction, { ...entry, actorId: user.id, action: 'login' })
    return { user, session }
  })

  if ('refusal' in outcome) throw outcome.refusal
  return toSessionResponse(deps, outcome.user, outcome.session)
}

/**
 * Whether the owner of an active account verified its address in another browser than that of the sign-up,
 * and chose no password after that.
 */
async function lacksPassword(reader: Reader, user: UserRow): Promise<boolean> {
  if (user.passwordHash !== null || !user.emailVerifiedAt || !user.isActive) return false
  return (await countIdentities(reader, user.id)) === 0
}

/** Why a user who proved who they are may not log in; null if they may. */
export function findLoginRefusal(user: UserRow) {
  const inactivity = findInactiveError(user)
  if (inactivity) return inactivity
  if (!user.emailVerifiedAt) return invalid({ email: [EMAIL_UNVERIFIED] })
  return null
}

/** Ends the session of a refresh token, used or not. An unknown token ends nothing. */
export async function logOut(deps: Deps, token: string, ipAddress: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const session = await lockSessionByRefreshToken(transaction, hashToken(token))
    if (!session) return
    const endedCount = await endSessions(transaction, deps, { sessionId: session.id })
    if (endedCount === 0) return
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: session.userId,
      action: 'logout',
      subject: `user:${session.userId}`,
      address: ipAddress,
    })
  })
}

/**
 * Ends one of the caller's sessions, which may be the current one, tickets and all remembered devices. If the
 * session is on another device than the caller's, that device becomes new to the account, and what can be
 * read without a session ends too.
 * @throws AppError 404 if the session is not theirs or has ended
 */
export async function revokeSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  ipAddress: string,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, actor.id)
    const endedCount = await endSessions(transaction, deps, { userId: actor.id, sessionId })
    if (endedCount === 0) throw notFound()
    await endTicketsAndRememberedDevices(transaction, actor.id)
    const [session, ownSession] = [
      await findSession(transaction, sessionId),
      await findSession(transaction, actor.sessionId),
    ]
    if (session && session.deviceId !== ownSession?.deviceId) {
      await disownDevice(transaction, session)
      await deps.jobs.publish(transaction, 'account.sessions-ended', { userId: actor.id })
    }
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'session.revoked',
      subject: `user:${actor.id}`,
      address: ipAddress,
    })
  })
}
