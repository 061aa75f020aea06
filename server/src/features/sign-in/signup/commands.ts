import { randomUUID } from 'node:crypto'
import type { Side, StaffRole, User } from '@tendwell/contract/sign-in/accounts'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import {
  audit,
  createMailedToken,
  findOpenMailedToken,
  findUserByEmail,
  insertUser,
  isBannedEmail,
  lockUser,
  markEmailVerified,
  markMailedTokensUsed,
  requireMailedToken,
  takeUserId,
  toAgreedVersions,
  toUserResponse,
  type UserRow,
} from '../../people/index.ts'
import {
  clearVerificationCodes,
  countEmailAttempt,
  countSignupAttempt,
  countVerificationCodeAttempt,
} from '../limits.ts'
import { claimAccount } from '../passwords/account-claim.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { queueSignup, requestVerificationEmail } from './announcement.ts'
import { allowSignupSession } from './browser-session.ts'
import { isCode } from './code.ts'
import { createHandle, isSignupBrowser } from './handle.ts'

const SETUP_TTL_MS = HOUR_MS

type SignupInput = {
  full_name: string
  email: string
  password: string
  role: Side
  /** The browser's IANA zone, for emails and a caregiver's hours. */
  timezone?: string | undefined
  terms_version?: string | undefined
  privacy_version?: string | undefined
}

/**
 * Creates an unverified account and queues its verification email. An address that is taken or banned gets
 * the same answer by the same steps; only the email differs.
 * @returns the user, and a handle by which the browser can verify the address without a new password
 * @throws AppError 400 for a password that is easy to guess; 429 after too many sign-ups
 * @see docs/rules/accounts.md#sign-up
 */
export async function signUp(
  deps: Deps,
  input: SignupInput,
  ipAddress: string,
): Promise<{ user: User; handle: string }> {
  await requireStrongPassword(input.password, { fullName: input.full_name, email: input.email })
  const attempt = await countSignupAttempt(deps, input.email, ipAddress)
  const passwordHash = await uncountOnFailure(attempt, hashPassword(input.password))
  const { full_name: fullName, email, role, timezone = null } = input
  const at = deps.clock.now()
  const signupId = randomUUID()

  const id = await withTransaction(deps.database, async (transaction) => {
    const chosen = { fullName, role, passwordHash, signupId, timezone }
    const account = { email, ...chosen, emailVerifiedAt: null, createdAt: at }
    const isBanned = await isBannedEmail(transaction, deps, email)
    // A banned address takes an id too, so that the answer doesn't tell it from a free one.
    const { id, isNew } = isBanned
      ? { id: await takeUserId(transaction), isNew: false }
      : await insertUser(transaction, account)
    const created = isNew ? { userId: id, role, timezone } : null
    const repeated = isNew || isBanned ? null : chosen
    await queueSignup(transaction, deps, { email, created, repeated, agreed: toAgreedVersions(input) })
    const subject = isNew ? `user:${id}` : 'user:existing'
    await audit(transaction, { at, actorId: null, action: 'signup', subject, address: ipAddress })
    return id
  })
  const user = toUserResponse(deps, {
    id,
    fullName,
    email,
    role,
    staffRole: null,
    avatarFileId: null,
    isActive: true,
    twoStepAt: null,
    profileComplete: false,
  })
  return { user, handle: createHandle(deps, signupId) }
}

/**
 * Verifies an email address by the token from an emailed link. The password of the sign-up stays only in the
 * browser that signed up: in any other one it may be a stranger's, so the account keeps none.
 * @returns the user, and where the account has no password the token that sets one within an hour
 * @throws AppError 400 for a token that is unknown, used or expired
 * @see docs/rules/accounts.md#email-verification
 */
export function verifyEmail(
  deps: Deps,
  { token, handle }: { token: string; handle: string | undefined },
): Promise<{ user: User; setupToken: string | null }> {
  return withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const link = { purpose: 'verify_email' as const, token, now: at }
    const user = await lockUser(transaction, await requireMailedToken(transaction, link))
    // Checked again under the lock: the link may have been opened twice at the same time.
    await requireMailedToken(transaction, link)
    if (isSignupBrowser(deps, handle, user)) {
      return { user: await verifyInSignupBrowser(transaction, deps, user), setupToken: null }
    }
    await audit(transaction, { at, actorId: user.id, action: 'email.verified', subject: `user:${user.id}` })
    await claimAccount(transaction, deps, user, null)
    await allowSignupSession(transaction, deps, user, { afterPassword: true })
    const setup = { userId: user.id, purpose: 'set_password' as const, ttlMs: SETUP_TTL_MS }
    const setupToken = await createMailedToken(transaction, deps, setup)
    return { user: toUserResponse(deps, user), setupToken }
  })
}

/**
 * Verifies an email address by the code from the email, in the browser that signed up. Any other browser gets
 * the answer to a wrong code, by the same steps, and so does an address whose account is another one.
 * @returns the user
 * @throws AppError 400 for a code that is wrong, used or expired; 429 after too many attempts
 * @see docs/rules/accounts.md#the-code
 */
export async function verifyEmailByCode(
  deps: Deps,
  { email, code, handle }: { email: string; code: string; handle: string },
  ipAddress: string,
): Promise<User> {
  const attempt = await countVerificationCodeAttempt(deps, { email, handle, ipAddress })
  const known = await findUserByEmail(deps.database, email)
  const userId = known && isSignupBrowser(deps, handle, known) ? known.id : 0
  const toLink = () => ({ userId, purpose: 'verify_email' as const, now: deps.clock.now() })
  const link = await findOpenMailedToken(deps.database, toLink())
  if (!link || !isCode(deps, { userId, code, codeHash: link.codeHash })) throw wrongCode()

  const user = await withTransaction(deps.database, async (transaction) => {
    const locked = await lockUser(transaction, userId)
    // Checked again under the lock: a newer mail or sign-up may have ended the code, or the link used it up.
    const current = await findOpenMailedToken(transaction, toLink())
    if (current?.tokenHash !== link.tokenHash || !isSignupBrowser(deps, handle, locked)) throw wrongCode()
    return verifyInSignupBrowser(transaction, deps, locked)
  })
  await attempt.uncount()
  return user
}

const wrongCode = () =>
  invalid({ email_code: ['This code is not correct, or a newer email has replaced it'] })

/**
 * Marks the address as verified. The password of the sign-up stays, and the browser may log in by its handle.
 * @param user the locked row
 */
async function verifyInSignupBrowser(transaction: Transaction, deps: Deps, user: UserRow): Promise<User> {
  const at = deps.clock.now()
  await audit(transaction, { at, actorId: user.id, action: 'email.verified', subject: `user:${user.id}` })
  await markMailedTokensUsed(transaction, { userId: user.id, purpose: 'verify_email', at })
  await markEmailVerified(transaction, user.id, at)
  await allowSignupSession(transaction, deps, user, { afterPassword: false })
  await deps.jobs.publish(transaction, 'email.verified', { userId: user.id, role: user.role })
  return toUserResponse(deps, user)
}

/**
 * Queues another verification email. The steps are the same for every address; only the email tells its owner
 * whether the address is known or verified. The browser that signed up learns at once if it is verified, and
 * gets no email.
 * @returns whether the address is verified, if the handle is of the browser that signed up; otherwise false
 * @throws AppError 429 after too many attempts
 * @see docs/rules/accounts.md#email-verification
 */
export async function resendVerification(
  deps: Deps,
  { email, handle }: { email: string; handle: string | undefined },
  ipAddress: string,
): Promise<boolean> {
  await countEmailAttempt(deps, 'verification', email, ipAddress)
  if (handle !== undefined) await clearVerificationCodes(deps, handle)
  const user = await findUserByEmail(deps.database, email)
  if (user?.emailVerifiedAt && isSignupBrowser(deps, handle, user)) return true
  await withTransaction(deps.database, (transaction) =>
    requestVerificationEmail(transaction, deps, { email }),
  )
  return false
}

/**
 * Creates a staff account with a verified address. Called by the `create-admin` command only, never over
 * HTTP.
 * @param admin validated by the contract's schemas; the password is a strong one
 * @throws AppError 409 if the address already has an account
 * @see docs/rules/accounts.md#roles
 */
export async function createAdmin(
  deps: Pick<Deps, 'clock' | 'database'>,
  admin: { email: string; fullName: string; password: string; staffRole: StaffRole },
): Promise<void> {
  const { email, fullName, staffRole } = admin
  const passwordHash = await hashPassword(admin.password)
  const at = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    const account = { email, fullName, role: 'admin' as const, staffRole, passwordHash }
    const { id, isNew } = await insertUser(transaction, { ...account, emailVerifiedAt: at, createdAt: at })
    if (!isNew) throw conflict(`An account with the address ${email} already exists.`)
    const entry = { at, actorId: null, subject: `user:${id}` }
    await audit(transaction, { ...entry, action: 'admin.created', after: { staffRole } })
  })
}
