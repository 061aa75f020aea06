import type { Side, User } from '@tendwell/contract/accounts'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database.ts'
import { conflict, invalidRequest } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/throttle.ts'
import { audit } from '../audit-store.ts'
import { markMailedTokensUsed } from '../mailed-token-store.ts'
import { hashPassword, requireUncommonPassword } from '../passwords/hashing.ts'
import { findMailedToken } from '../queries.ts'
import { countEmailRequest, countSignup } from '../rate-limits.ts'
import { insertUser, lockUser, markVerified } from '../store.ts'
import { hashToken } from '../token-hash.ts'
import { toUserResponse } from '../user.ts'
import { queueSignup, requestVerificationEmail } from './email-jobs.ts'

type SignupInput = {
  full_name: string
  email: string
  password: string
  role: Side
  /** The browser's IANA zone, for a caregiver's hours. */
  timezone?: string | undefined
}

/**
 * Creates an unverified account and queues its verification email. A taken address gets the same answer by the same
 * steps; only the email differs.
 * @throws AppError 400 for a common password; 429
 * @see docs/rules/accounts.md#sign-up
 */
export async function signUp(deps: Deps, input: SignupInput, ipAddress: string): Promise<User> {
  requireUncommonPassword(input.password)
  const counted = await countSignup(deps, input.email, ipAddress)
  const passwordHash = await uncountOnFailure(counted, hashPassword(input.password))
  const { full_name: fullName, email, role, timezone = null } = input
  const at = deps.clock.now()

  const id = await withTransaction(deps.database, async (transaction) => {
    const account = { email, fullName, role, passwordHash, emailVerifiedAt: null, createdAt: at }
    const { id, isNew } = await insertUser(transaction, account)
    const created = isNew ? { userId: id, role, timezone } : null
    const repeated = isNew ? null : { fullName, role, passwordHash, timezone }
    await queueSignup(transaction, deps, { email, created, repeated })
    const subject = isNew ? `user:${id}` : 'user:existing'
    await audit(transaction, { at, actorId: null, action: 'signup', subject, address: ipAddress })
    return id
  })
  return toUserResponse({
    id,
    fullName,
    email,
    role,
    avatarFileId: null,
    isActive: true,
    profileComplete: false,
  })
}

/**
 * Verifies an email address by the token from an emailed link.
 * @throws AppError 400 for a token that is unknown, used or expired
 * @see docs/rules/accounts.md#email-verification
 */
export async function verifyEmail(deps: Deps, token: string): Promise<User> {
  const tokenHash = hashToken(token)
  const user = await withTransaction(deps.database, async (transaction) => {
    const found = await findMailedToken(transaction, tokenHash, 'verify_email')
    if (!found) throw invalidRequest('This verification link is not valid')
    const before = await lockUser(transaction, found.userId)
    // Read again under the lock: the link may have been opened twice at the same time.
    const mailed = await findMailedToken(transaction, tokenHash, 'verify_email')
    const at = deps.clock.now()
    // A verified account ignores repeated sign-ups.
    if (!mailed || mailed.usedAt || before.emailVerifiedAt) {
      throw invalidRequest('This verification link was already used')
    }
    if (mailed.expiresAt <= at) throw invalidRequest('This verification link has expired')

    await markMailedTokensUsed(transaction, { userId: before.id, purpose: 'verify_email', at })
    const { signup } = mailed
    const changesRole = signup !== null && signup.role !== before.role
    const changes = changesRole ? signup : { passwordHash: signup?.passwordHash }
    const after = await markVerified(transaction, before.id, { at, signup: changes })
    const account = { userId: after.id, role: after.role }
    if (changesRole) {
      await deps.jobs.publish(transaction, 'account.created', { ...account, timezone: signup.timezone })
    }
    await deps.jobs.publish(transaction, 'email.verified', { ...account })
    await audit(transaction, { at, actorId: after.id, action: 'email.verified', subject: `user:${after.id}` })
    return after
  })
  return toUserResponse(user)
}

/**
 * Queues another verification email. The steps are the same for every address; only the email tells its owner whether
 * the address is known or verified.
 * @throws AppError 429
 * @see docs/rules/accounts.md#email-verification
 */
export async function resendVerification(deps: Deps, email: string, ipAddress: string): Promise<void> {
  await countEmailRequest(deps, 'verification', email, ipAddress)
  await withTransaction(deps.database, (transaction) =>
    requestVerificationEmail(transaction, deps, { email, ipAddress }),
  )
}

/**
 * Creates an admin with a verified address. Called by the `create-admin` command only, never over HTTP.
 * @param admin validated by the contract's schemas; the password is not a common one
 * @throws AppError 409 if the address already has an account
 * @see docs/rules/accounts.md#roles
 */
export async function createAdmin(
  deps: Pick<Deps, 'clock' | 'database'>,
  admin: { email: string; fullName: string; password: string },
): Promise<void> {
  const { email, fullName } = admin
  const passwordHash = await hashPassword(admin.password)
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    const account = { email, fullName, role: 'admin' as const, passwordHash }
    const { id, isNew } = await insertUser(transaction, { ...account, emailVerifiedAt: at, createdAt: at })
    if (!isNew) throw conflict(`An account with the address ${email} already exists.`)
    await audit(transaction, { at, actorId: null, action: 'admin.created', subject: `user:${id}` })
  })
}
