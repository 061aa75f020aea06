import type { User } from '@tendwell/contract/accounts'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database.ts'
import { conflict, forbidden, invalid, invalidRequest, unauthorized } from '../../../platform/errors.ts'
import { orGiveBack } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { spendMailedTokens } from '../mailed-token-store.ts'
import { hashPassword, isPassword, requireUncommon } from '../passwords/hashing.ts'
import { findMailedToken, findUserByEmail } from '../queries.ts'
import { countEmailTo, countLogin, countSignup } from '../rate-limits.ts'
import { type Device, openSession } from '../sessions/commands.ts'
import { insertUser, lockUser, markVerified } from '../store.ts'
import { hashToken, signAccess } from '../tokens.ts'
import { type UserRow, userOf } from '../user.ts'
import { mailVerification, tellSignup } from './email-jobs.ts'

export type Signup = {
  full_name: string
  email: string
  password: string
  role: 'caregiver' | 'caretaker'
  /** The browser's IANA zone, for a caregiver's hours. */
  timezone?: string | undefined
}

/**
 * Makes an unverified account and has its link mailed. A known address gets the same answer by the same steps, and
 * a letter instead; one that still waits for its verification gets a link that confirms this sign-up.
 * @throws AppError 400 for a common password, 429
 */
export async function signUp(deps: Deps, body: Signup, address: string): Promise<User> {
  requireUncommon(body.password)
  const counted = await countSignup(deps, body.email, address)
  const passwordHash = await orGiveBack(counted, hashPassword(body.password))
  const { full_name: fullName, email, role, timezone = null } = body
  const at = deps.clock.now()

  const id = await withTransaction(deps.database, async (transaction) => {
    const account = { email, fullName, role, passwordHash, emailVerifiedAt: null, createdAt: at }
    const { id, isNew } = await insertUser(transaction, account)
    const created = isNew ? { userId: id, role, timezone } : null
    const repeated = isNew ? null : { fullName, role, passwordHash, timezone }
    await tellSignup(transaction, deps, { email, created, repeated })
    const subject = isNew ? `user:${id}` : 'user:existing'
    await audit(transaction, { at, actorId: null, action: 'signup', subject, address })
    return id
  })
  return userOf({ id, fullName, email, role, avatarFileId: null, profileComplete: false })
}

/** Why a person who gave the right password may still not come in, if so. */
function refusalOf(user: UserRow) {
  if (!user.isActive) return forbidden('This account has been deactivated')
  if (!user.emailVerifiedAt) return invalid({ email: ['Please verify your email before logging in'] })
  return null
}

/**
 * Opens a session for an address and its password.
 * @throws AppError 401 the same, after the same time, for an unknown address and a wrong password; with the right
 * one 403 for a deactivated account and 400 for an unverified one (decisions §2); 429
 */
export async function logIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<{ user: User; access: string; refresh: string }> {
  const counted = await countLogin(deps, email, device.address)
  const known = await findUserByEmail(deps.database, email)
  const matches = await orGiveBack(counted, isPassword(password, known?.passwordHash ?? null))
  // Only wrong passwords count, or a family of many devices would lock itself out. What others failed still counts.
  if (matches) await counted.giveBack()

  const outcome = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const entry = { at, subject: `user:${known?.id ?? 'unknown'}`, address: device.address }
    const refuse = async (refusal: Error) => {
      await audit(transaction, {
        ...entry,
        actorId: null,
        action: 'login.failed',
        after: { why: refusal.message },
      })
      return { refusal }
    }
    if (!known || !matches) return refuse(unauthorized('Invalid email or password'))
    // The hashing took its time: the account may have been closed, or the password changed, since.
    const user = await lockUser(transaction, known.id)
    if (user.passwordHash !== known.passwordHash) return refuse(unauthorized('Invalid email or password'))
    const refusal = refusalOf(user)
    if (refusal) return refuse(refusal)
    const session = await openSession(transaction, deps, user.id, device)
    await audit(transaction, { ...entry, actorId: user.id, action: 'login' })
    return { user, session }
  })

  if ('refusal' in outcome) throw outcome.refusal
  const { user, session } = outcome
  const access = await signAccess(deps, { userId: user.id, role: user.role, sessionId: session.sessionId })
  return { user: userOf(user), access, refresh: session.refresh }
}

/**
 * Verifies the address that a mailed token was sent to.
 * @throws AppError 400 for a token that is used, expired, or none of ours
 */
export async function verifyEmail(deps: Deps, token: string): Promise<User> {
  const tokenHash = hashToken(token)
  const user = await withTransaction(deps.database, async (transaction) => {
    const found = await findMailedToken(transaction, tokenHash, 'verify_email')
    if (!found) throw invalidRequest('This verification link is not valid')
    const before = await lockUser(transaction, found.userId)
    // Read again under the lock: the same link may have been opened twice at once.
    const mailed = await findMailedToken(transaction, tokenHash, 'verify_email')
    const at = deps.clock.now()
    // What a repeated sign-up asked for is never taken over by an account that is verified.
    if (!mailed || mailed.usedAt || before.emailVerifiedAt) {
      throw invalidRequest('This verification link was already used')
    }
    if (mailed.expiresAt <= at) throw invalidRequest('This verification link has expired')

    await spendMailedTokens(transaction, before.id, 'verify_email', at)
    const { signup } = mailed
    const changesRole = signup !== null && signup.role !== before.role
    const takenOver = changesRole ? signup : { passwordHash: signup?.passwordHash }
    const after = await markVerified(transaction, before.id, { at, signup: takenOver })
    const told = { userId: after.id, role: after.role }
    if (changesRole) {
      await deps.jobs.publish(transaction, { type: 'account.created', ...told, timezone: signup.timezone })
    }
    await deps.jobs.publish(transaction, { type: 'email.verified', ...told })
    await audit(transaction, { at, actorId: after.id, action: 'email.verified', subject: `user:${after.id}` })
    return after
  })
  return userOf(user)
}

/**
 * Has a new verification link mailed where one is needed. The address's owner alone learns from the letter whether
 * it is known and verified; so the caller's steps are the same for any address.
 * @throws AppError 429
 */
export async function resendVerification(deps: Deps, email: string, address: string): Promise<void> {
  await countEmailTo(deps, 'verification', email, address)
  await withTransaction(deps.database, (transaction) =>
    mailVerification(transaction, deps, { email, address }),
  )
}

/**
 * Makes an admin whose address counts as verified; only the command does so, never a call (decisions §2).
 * @param admin with an email and a password as the contract's schemas give them, and not a common password
 * @throws AppError 409 when the address has an account
 */
export async function addAdmin(
  deps: Pick<Deps, 'clock' | 'database'>,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    const account = { email, fullName, role: 'admin' as const, passwordHash }
    const { id, isNew } = await insertUser(transaction, { ...account, emailVerifiedAt: at, createdAt: at })
    if (!isNew) throw conflict(`There is an account with the address ${email} already.`)
    await audit(transaction, { at, actorId: null, action: 'admin.created', subject: `user:${id}` })
  })
}
