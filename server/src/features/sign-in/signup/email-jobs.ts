import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { mailQueue } from '../../../ports/mailer/port.ts'
import {
  type AgreedVersions,
  createMailedToken,
  findUserByEmail,
  insertConsents,
  isBannedEmail,
  lockUser,
  replaceSignup,
} from '../../people/index.ts'
import {
  renderAlreadyVerifiedEmail,
  renderBannedEmail,
  renderExistingAccountEmail,
  renderVerificationEmail,
} from './notices.ts'

export const ANNOUNCE_SIGNUP = 'accounts.announce-signup'
export const SEND_SIGNUP_EMAIL = 'accounts.send-signup-email'
export const QUEUE_VERIFICATION_EMAIL = 'accounts.queue-verification-email'
export const SEND_VERIFICATION_EMAIL = 'accounts.send-verification-email'

/** Sign-ups and resends share one queue, so that a resend sees every sign-up that came before it. */
const SIGNUP_QUEUE = 'sign-ups'
const VERIFICATION_TTL_MS = DAY_MS

/** A sign-up with the address of an account that exists already. */
type RepeatedSignup = {
  fullName: string
  role: Side
  passwordHash: string
  signupId: string
  timezone: string | null
}

export type SignupJob = {
  email: string
  /** The new account; null if the address was taken or is banned. */
  created: { userId: number; role: Side; timezone: string | null } | null
  /** The sign-up's data if the address was taken; null for a new account. */
  repeated: RepeatedSignup | null
  agreed: AgreedVersions
}
export type SignupEmailJob = { email: string; isRepeated: boolean }
export type VerificationEmailJob = { email: string }

/**
 * Queues everything that follows a sign-up as one job, both for new and for taken addresses. Doing it here
 * would take longer for a new account, and its duration would reveal which it was.
 */
export function queueSignup(transaction: Transaction, deps: Deps, job: SignupJob): Promise<void> {
  return deps.jobs.add(transaction, ANNOUNCE_SIGNUP, job, { queue: SIGNUP_QUEUE })
}

/** Publishes `account.created` for a new account, or applies a repeated sign-up, and queues the email. */
export function announceSignup(deps: Deps, { email, created, repeated, agreed }: SignupJob): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    if (created) {
      await insertConsents(transaction, created.userId, agreed, deps.clock.now())
      await deps.jobs.publish(transaction, 'account.created', { ...created })
    }
    if (repeated) await applyRepeatedSignup(transaction, deps, email, { ...repeated, agreed })
    const job: SignupEmailJob = { email, isRepeated: repeated !== null }
    await deps.jobs.add(transaction, SEND_SIGNUP_EMAIL, job, { queue: mailQueue(email) })
  })
}

/**
 * Gives an unverified account the name, role and password of the newer sign-up. The password works only if
 * the address is verified in the browser of this sign-up, so a stranger gains nothing by it.
 */
async function applyRepeatedSignup(
  transaction: Transaction,
  deps: Deps,
  email: string,
  { agreed, ...signup }: RepeatedSignup & { agreed: AgreedVersions },
): Promise<void> {
  const known = await findUserByEmail(transaction, email)
  if (!known) return
  const user = await lockUser(transaction, known.id)
  if (user.emailVerifiedAt) return
  await replaceSignup(transaction, user.id, signup)
  await insertConsents(transaction, user.id, agreed, deps.clock.now())
  const { role, timezone } = signup
  await deps.jobs.publish(transaction, 'account.created', { userId: user.id, role, timezone })
}

/** Sends a verification link to an unverified account, or informs the owner of a verified or banned one. */
export async function sendSignupEmail(deps: Deps, { email, isRepeated }: SignupEmailJob): Promise<void> {
  if (await isBannedEmail(deps.database, deps, email)) {
    await deps.mailer.send(renderBannedEmail(email, deps.publicUrl()))
    return
  }
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (!user.emailVerifiedAt) await sendVerificationLink(deps, user, { isRepeated })
  else if (isRepeated) await deps.mailer.send(renderExistingAccountEmail(email, deps.publicUrl()))
}

/** Requests a verification email for an address, after the sign-ups that are still queued. */
export function requestVerificationEmail(
  transaction: Transaction,
  deps: Deps,
  job: VerificationEmailJob,
): Promise<void> {
  return deps.jobs.add(transaction, QUEUE_VERIFICATION_EMAIL, job, { queue: SIGNUP_QUEUE })
}

/** Moves the request from the queue of sign-ups to the queue of emails. */
export function queueVerificationEmail(deps: Deps, job: VerificationEmailJob): Promise<void> {
  return withTransaction(deps.database, (transaction) =>
    deps.jobs.add(transaction, SEND_VERIFICATION_EMAIL, job, { queue: mailQueue(job.email) }),
  )
}

/**
 * Sends a new link, or says that the address is already verified; sends nothing to an unknown address.
 * @see docs/rules/accounts.md#email-verification
 */
export async function sendVerificationEmail(deps: Deps, { email }: VerificationEmailJob): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (user.emailVerifiedAt) await deps.mailer.send(renderAlreadyVerifiedEmail(email, deps.publicUrl()))
  else await sendVerificationLink(deps, user, { isRepeated: false })
}

/** A retry sends a new link, which ends the one before. */
async function sendVerificationLink(
  deps: Deps,
  user: { id: number; email: string },
  options: { isRepeated: boolean },
): Promise<void> {
  const token = await withTransaction(deps.database, async (transaction) => {
    const { emailVerifiedAt } = await lockUser(transaction, user.id)
    if (emailVerifiedAt) return null
    const link = { userId: user.id, purpose: 'verify_email' as const, ttlMs: VERIFICATION_TTL_MS }
    return createMailedToken(transaction, deps, link)
  })
  if (token === null) return
  const url = `${deps.publicUrl()}/verify-email?token=${token}`
  await deps.mailer.send(renderVerificationEmail(user.email, url, options))
}
