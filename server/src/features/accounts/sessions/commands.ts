import type { User } from '@tendwell/contract/accounts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { forbidden, invalid, notFound, unauthorized } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { endEmailChange } from '../email-change/store.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { findUserByEmail } from '../queries.ts'
import { countLogin } from '../rate-limits.ts'
import { lockUser, saveTimezone, updateIsActive } from '../store.ts'
import { hashToken } from '../token-hash.ts'
import { toUserResponse, type UserRow } from '../user.ts'
import { signAccessToken } from './access-token.ts'
import type { KnownDevice } from './known-devices.ts'
import { type Device, endSessions, openSession } from './session.ts'
import { lockSessionByRefreshToken } from './store.ts'

/**
 * Opens a session with an email address and a password.
 * @throws AppError 401 for an unknown address or a wrong password, after the same time; with the right password 403
 * for a deactivated account and 400 for an unverified one; 429
 * @param knownDevices the accounts that the browser is a known device of
 * @see docs/rules/accounts.md#login
 */
export async function logIn(
  deps: Deps,
  { email, password, timezone }: { email: string; password: string; timezone?: string | undefined },
  device: Device,
  knownDevices: ReadonlyMap<number, KnownDevice>,
): Promise<{ user: User; access: string; refresh: string }> {
  const known = await findUserByEmail(deps.database, email)
  const knownDevice = (known && knownDevices.get(known.id)) ?? null
  const { ipAddress } = device
  const counted = await countLogin(deps, { email, ipAddress, device: knownDevice })
  const matches = await uncountOnFailure(counted, verifyPassword(password, known?.passwordHash ?? null))
  // A successful login does not count, but earlier failures stay counted.
  if (matches) await counted.uncount()

  const outcome = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const entry = { at, subject: `user:${known?.id ?? 'unknown'}`, address: ipAddress }
    const refuse = async (refusal: Error) => {
      const after = { why: refusal.message }
      await audit(transaction, { ...entry, actorId: null, action: 'login.failed', after })
      return { refusal }
    }
    if (!known || !matches) return refuse(unauthorized('Invalid email or password'))
    // The password may have changed while we were hashing.
    const user = await lockUser(transaction, known.id)
    if (user.passwordHash !== known.passwordHash) return refuse(unauthorized('Invalid email or password'))
    const refusal = findLoginRefusal(user)
    if (refusal) return refuse(refusal)
    await saveTimezone(transaction, user.id, timezone)
    const session = await openSession(transaction, deps, user.id, device)
    await audit(transaction, { ...entry, actorId: user.id, action: 'login' })
    return { user, session }
  })

  if ('refusal' in outcome) throw outcome.refusal
  const { user, session } = outcome
  const access = await signAccessToken(deps, {
    userId: user.id,
    role: user.role,
    sessionId: session.sessionId,
  })
  return { user: toUserResponse(user), access, refresh: session.refresh }
}

/** Why a user with the right password may not log in; null if they may. */
function findLoginRefusal(user: UserRow) {
  if (!user.isActive) return forbidden('This account has been deactivated')
  if (!user.emailVerifiedAt) return invalid({ email: ['Please verify your email before logging in'] })
  return null
}

/** Ends the session of a refresh token, used or not. An unknown token ends nothing. */
export async function logOut(deps: Deps, token: string, ipAddress: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const session = await lockSessionByRefreshToken(transaction, hashToken(token))
    if (!session) return
    const ended = await endSessions(transaction, deps, { sessionId: session.id })
    if (ended === 0) return
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
 * Ends one of the caller's sessions, which may be the current one.
 * @throws AppError 404 if it is not theirs or has ended
 */
export async function revokeSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  ipAddress: string,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const ended = await endSessions(transaction, deps, { userId: actor.id, sessionId })
    if (ended === 0) throw notFound()
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'session.revoked',
      subject: `user:${actor.id}`,
      address: ipAddress,
    })
  })
}

/**
 * Deactivates or reactivates an account. Deactivation ends all its sessions. The caller writes the audit entry.
 * @param reason why it is deactivated, if that was asked for
 * @throws AppError 404
 * @see docs/rules/accounts.md#deactivation
 */
export async function setActive(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  userId: number,
  isActive: boolean,
  reason: string | null = null,
): Promise<void> {
  await lockUser(transaction, userId)
  const at = deps.clock.now()
  await updateIsActive(transaction, userId, isActive ? null : { at, reason })
  if (isActive) return
  await endEmailChange(transaction, userId, at)
  await endSessions(transaction, deps, { userId })
}
