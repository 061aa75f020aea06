import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { insertMailedToken } from '../mailed-token-store.ts'
import { createResetLink } from '../passwords/email-jobs.ts'
import { findUserByEmail } from '../queries.ts'
import type { RepeatedSignup } from '../tables.ts'
import { hashToken } from '../token-hash.ts'
import {
  renderAlreadyVerifiedEmail,
  renderChoosePasswordEmail,
  renderExistingAccountEmail,
  renderVerificationEmail,
} from './emails.ts'
import { hasRepeatedSignup } from './queries.ts'

export const ANNOUNCE_SIGNUP = 'accounts.announce-signup'
export const SEND_SIGNUP_EMAIL = 'accounts.send-signup-email'
export const QUEUE_VERIFICATION_EMAIL = 'accounts.queue-verification-email'
export const SEND_VERIFICATION_EMAIL = 'accounts.send-verification-email'

/** Sign-ups and resends share one queue, so that a resend sees every sign-up that came before it. */
const SIGNUP_QUEUE = 'sign-ups'
const VERIFICATION_TTL_MS = DAY_MS

export type SignupJob = SignupEmailJob & {
  /** The new account; null if the address was taken. */
  created: { userId: number; role: RepeatedSignup['role']; timezone: string | null } | null
}
export type SignupEmailJob = {
  email: string
  /** The sign-up's data if the address was taken; null for a new account. */
  repeated: RepeatedSignup | null
}
export type VerificationEmailJob = { email: string; ipAddress: string }

/**
 * Queues everything that follows a sign-up as one job, both for new and for taken addresses. Publishing the event here
 * would take longer for a new account, and its duration would reveal which it was.
 */
export function queueSignup(transaction: Transaction, deps: Deps, job: SignupJob): Promise<void> {
  return deps.jobs.add(transaction, ANNOUNCE_SIGNUP, job, { queue: SIGNUP_QUEUE })
}

/** Publishes `account.created` for a new account, and queues the email. */
export function announceSignup(deps: Deps, { created, ...job }: SignupJob): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    if (created) await deps.jobs.publish(transaction, 'account.created', { ...created })
    await deps.jobs.add(transaction, SEND_SIGNUP_EMAIL, job, { queue: 'mail' })
  })
}

/** Sends a verification link to an unverified account, or informs the owner of a verified one. */
export async function sendSignupEmail(deps: Deps, { email, repeated }: SignupEmailJob): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (!user.emailVerifiedAt) await sendVerificationLink(deps, user, repeated)
  else if (repeated) await deps.mailer.send(renderExistingAccountEmail(email, deps.publicUrl()))
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
    deps.jobs.add(transaction, SEND_VERIFICATION_EMAIL, job, { queue: 'mail' }),
  )
}

/**
 * Sends a new link, or says that the address is already verified; sends nothing to an unknown address. If several
 * sign-ups used the address, a verification link could let a stranger in with the password they chose, so the owner
 * gets a link to choose a password instead.
 * @see docs/rules/accounts.md#email-verification
 */
export async function sendVerificationEmail(
  deps: Deps,
  { email, ipAddress }: VerificationEmailJob,
): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (user.emailVerifiedAt) await deps.mailer.send(renderAlreadyVerifiedEmail(email, deps.publicUrl()))
  else if (await hasRepeatedSignup(deps.database, user.id))
    await deps.mailer.send(renderChoosePasswordEmail(email, await createResetLink(deps, user.id, ipAddress)))
  else await sendVerificationLink(deps, user, null)
}

/** The token itself is only in the email; a retry sends a new one. */
async function sendVerificationLink(
  deps: Deps,
  user: { id: number; email: string },
  signup: RepeatedSignup | null,
): Promise<void> {
  const token = randomToken()
  const expiresAt = new Date(deps.clock.now().getTime() + VERIFICATION_TTL_MS)
  await withTransaction(deps.database, (transaction) =>
    insertMailedToken(transaction, {
      tokenHash: hashToken(token),
      userId: user.id,
      purpose: 'verify_email',
      expiresAt,
      signup,
    }),
  )
  const link = `${deps.publicUrl()}/verify-email?token=${token}`
  await deps.mailer.send(renderVerificationEmail(user.email, link, { isRepeated: signup !== null }))
}
