import type { SessionResponse, Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { type AppError, forbidden, invalidRequest } from '../../../platform/errors.ts'
import { uncountOnFailure } from '../../../platform/limits/attempts.ts'
import type { Identity } from '../../../ports/identity/port.ts'
import { queueMail } from '../../notices/index.ts'
import {
  type AgreedVersions,
  audit,
  findInactiveError,
  findUserByEmail,
  insertConsents,
  insertUser,
  isBannedEmail,
  lockUser,
  replaceSignup,
  saveTimezone,
  toAgreedVersions,
  type UserRow,
} from '../../people/index.ts'
import { countGoogleAttempt } from '../limits.ts'
import { claimAccount } from '../passwords/account-claim.ts'
import type { Device } from '../sessions/session.ts'
import { toSessionResponse } from '../sessions/session-response.ts'
import { startSession } from '../sessions/start-session.ts'
import { askSecondStep } from '../two-step/login/tickets.ts'
import { toFullName } from './full-name.ts'
import { googleLinkMail } from './notices.ts'
import { findUserIdByIdentity } from './queries.ts'
import { insertIdentity, insertUsedCredential } from './store.ts'

type GoogleSignInInput = {
  credential: string
  /** Used if the address has no account yet. */
  role: Side
  /** The browser's IANA zone, for emails and a new caregiver's hours. */
  timezone?: string | undefined
  terms_version?: string | undefined
  privacy_version?: string | undefined
}

type SignIn = {
  identity: Identity
  role: Side
  timezone: string | null
  agreed: AgreedVersions
  device: Device
}

const authenticationFailed = () => invalidRequest('Google authentication failed')

/**
 * Logs a user in with Google's ID token, and creates their account if the address is new.
 * @throws AppError 400 if the token is refused or was used before, and for an account that it can't be linked
 *   to; 403 for a deactivated or suspended account, and `second_step_required`; 429; 503 if Google's keys are
 *   unavailable
 * @see docs/rules/accounts.md#google-sign-in
 */
export async function signInWithGoogle(
  deps: Deps,
  { credential, role, timezone, ...versions }: GoogleSignInInput,
  device: Device,
): Promise<SessionResponse & { message: string }> {
  const attempt = await countGoogleAttempt(deps, device.ipAddress)
  // If Google's keys are unavailable, the attempt does not count.
  const identity = await uncountOnFailure(attempt, deps.google.identify(credential))
  if (!identity) throw authenticationFailed()
  const signIn: SignIn = {
    identity,
    role,
    timezone: timezone ?? null,
    agreed: toAgreedVersions(versions),
    device,
  }
  const outcome = await withTransaction(deps.database, (transaction) =>
    openGoogleSession(transaction, deps, signIn),
  )
  if ('secondStep' in outcome || 'user' in outcome) await attempt.uncount()
  if ('secondStep' in outcome) throw outcome.secondStep
  if ('refusal' in outcome) throw outcome.refusal
  const { user, session } = outcome
  return { message: `Welcome, ${user.fullName}`, ...(await toSessionResponse(deps, user, session)) }
}

/** Opens a session, or returns why not. The ID token is used up in both cases. */
async function openGoogleSession(transaction: Transaction, deps: Deps, signIn: SignIn) {
  const { identity, device } = signIn
  if (!(await insertUsedCredential(transaction, identity))) return { refusal: authenticationFailed() }
  const { userId, isLinked, isNew } = await findOrCreateUser(transaction, deps, signIn)
  let user = await lockUser(transaction, userId)
  const at = deps.clock.now()
  const entry = { at, subject: `user:${user.id}`, address: device.ipAddress }
  const refusal = findInactiveError(user) ?? findLinkObstacle(user, signIn, isLinked || isNew)
  if (refusal) {
    await audit(transaction, {
      ...entry,
      actorId: null,
      action: 'login.failed',
      after: { why: refusal.message, by: identity.issuer },
    })
    return { refusal }
  }
  if (!isLinked) user = await linkIdentity(transaction, deps, user, { ...signIn, isNew })
  const { issuer: by } = identity
  const { timezone } = signIn
  const secondStep = await askSecondStep(transaction, deps, user, { by, timezone, device })
  if (secondStep) return { secondStep }
  await saveTimezone(transaction, user.id, timezone ?? undefined)
  const session = await startSession(transaction, deps, user.id, device)
  await audit(transaction, { ...entry, actorId: user.id, action: 'login', after: { by: identity.issuer } })
  return { user, session }
}

/**
 * Why a Google account can't be linked to a verified account by its address alone: unless Google runs the
 * mailbox, it only knows that its user could read the mailbox once.
 * @param isLinkedOrNew whether they are linked already, or this sign-in made the account
 * @returns null if it can be linked
 */
function findLinkObstacle(
  { emailVerifiedAt }: UserRow,
  { identity }: SignIn,
  isLinkedOrNew: boolean,
): AppError | null {
  if (isLinkedOrNew || !emailVerifiedAt || identity.ownsMailbox) return null
  return invalidRequest('This email has an account already. Log in with your password')
}

/** Finds the user by their linked identity, then by email; creates one if neither exists. */
async function findOrCreateUser(transaction: Transaction, deps: Deps, signIn: SignIn) {
  const { identity } = signIn
  const linkedId = await findUserIdByIdentity(transaction, identity)
  if (linkedId !== null) return { userId: linkedId, isLinked: true, isNew: false }
  const existingUser = await findUserByEmail(transaction, identity.email)
  if (existingUser) return { userId: existingUser.id, isLinked: false, isNew: false }
  const createdId = await createUser(transaction, deps, signIn)
  if (createdId !== null) return { userId: createdId, isLinked: false, isNew: true }
  const userCreatedMeanwhile = await findUserByEmail(transaction, identity.email)
  if (!userCreatedMeanwhile) throw new Error('The address is taken but has no account')
  return { userId: userCreatedMeanwhile.id, isLinked: false, isNew: false }
}

/**
 * Creates a verified account without a password.
 * @throws AppError 403 for a banned address
 * @returns null if the address has been taken in the meantime
 */
async function createUser(transaction: Transaction, deps: Deps, signIn: SignIn): Promise<number | null> {
  const { identity, role, timezone, agreed } = signIn
  // The mailbox is proven to be theirs, so they may learn that its address is banned.
  if (await isBannedEmail(transaction, deps, identity.email))
    throw forbidden('This account has been deactivated')
  const at = deps.clock.now()
  const { id, isNew } = await insertUser(transaction, {
    email: identity.email,
    fullName: toFullName(identity.name),
    role,
    passwordHash: null,
    emailVerifiedAt: at,
    createdAt: at,
  })
  if (!isNew) return null
  await insertConsents(transaction, id, agreed, at)
  await deps.jobs.publish(transaction, 'account.created', { userId: id, role, timezone })
  await deps.jobs.publish(transaction, 'email.verified', { userId: id, role })
  await audit(transaction, {
    at,
    actorId: id,
    action: 'signup',
    subject: `user:${id}`,
    after: { by: identity.issuer },
    address: signIn.device.ipAddress,
  })
  return id
}

/**
 * Links the identity to the account, and mails the owner if the account existed before. An unverified account
 * may be a stranger's, so its owner takes it over first.
 * @returns the user, with the name and role from the take-over
 */
async function linkIdentity(
  transaction: Transaction,
  deps: Deps,
  user: UserRow,
  signIn: SignIn & { isNew: boolean },
): Promise<UserRow> {
  const { issuer, subject } = signIn.identity
  const at = deps.clock.now()
  const isInserted = await insertIdentity(transaction, { issuer, subject, userId: user.id, linkedAt: at })
  // Another call of the same sign-in has linked it meanwhile.
  if (!isInserted) return user
  // A stranger may have chosen the password of an unverified account.
  const endsPassword = !user.emailVerifiedAt
  const linkedUser = endsPassword ? await takeOver(transaction, deps, user, signIn) : user
  if (!signIn.isNew)
    await queueMail(transaction, deps, googleLinkMail, { userId: user.id, change: 'added', endsPassword })
  await audit(transaction, {
    at,
    actorId: user.id,
    action: 'identity.linked',
    subject: `user:${user.id}`,
    after: { issuer },
    address: signIn.device.ipAddress,
  })
  return linkedUser
}

/**
 * Gives an unverified account to the owner of its address: replaces the name and role that a stranger may
 * have chosen, and ends the password, links and sessions.
 */
async function takeOver(
  transaction: Transaction,
  deps: Deps,
  user: UserRow,
  signIn: SignIn,
): Promise<UserRow> {
  const { identity, role, timezone, agreed } = signIn
  const fullName = toFullName(identity.name)
  await replaceSignup(transaction, user.id, { fullName, role })
  await insertConsents(transaction, user.id, agreed, deps.clock.now())
  await deps.jobs.publish(transaction, 'account.created', { userId: user.id, role, timezone })
  await claimAccount(transaction, deps, { ...user, role }, null)
  return { ...user, fullName, role }
}
