/** What follows a sign-up, in jobs: consents, the event of a new account, and the mail to the address. */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { queueMail } from '../../notices/index.ts'
import {
  type AgreedVersions,
  findUserByEmail,
  insertConsents,
  lockUser,
  replaceSignup,
} from '../../people/index.ts'
import { signupMail, type VerificationRequest, verificationMail } from './notices.ts'

export const ANNOUNCE_SIGNUP = 'accounts.announce-signup'
export const QUEUE_VERIFICATION_EMAIL = 'accounts.queue-verification-email'

/** Sign-ups and resends share one queue, so that a resend sees every sign-up that came before it. */
const SIGNUP_QUEUE = 'sign-ups'

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

/**
 * Queues everything that follows a sign-up as one job, both for new and for taken addresses. Doing it in the
 * call would take longer for a new address, so the duration would reveal whether the address was taken.
 */
export function queueSignup(transaction: Transaction, deps: Deps, job: SignupJob): Promise<void> {
  return deps.jobs.add(transaction, ANNOUNCE_SIGNUP, job, { queue: SIGNUP_QUEUE })
}

/**
 * Stores the consents and publishes `account.created` for a new account, and again for an unverified one that
 * a repeated sign-up replaces. Queues the email to the address in any case.
 */
export function announceSignup(deps: Deps, { email, created, repeated, agreed }: SignupJob): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    if (created) {
      await insertConsents(transaction, created.userId, agreed, deps.clock.now())
      await deps.jobs.publish(transaction, 'account.created', { ...created })
    }
    if (repeated) await applyRepeatedSignup(transaction, deps, email, { ...repeated, agreed })
    await queueMail(transaction, deps, signupMail, { email, isRepeated: repeated !== null })
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
  const existingUser = await findUserByEmail(transaction, email)
  if (!existingUser) return
  const user = await lockUser(transaction, existingUser.id)
  if (user.emailVerifiedAt) return
  await replaceSignup(transaction, user.id, signup)
  await insertConsents(transaction, user.id, agreed, deps.clock.now())
  const { role, timezone } = signup
  await deps.jobs.publish(transaction, 'account.created', { userId: user.id, role, timezone })
}

/** Requests a verification email for an address, after the sign-ups that are still queued. */
export function requestVerificationEmail(
  transaction: Transaction,
  deps: Deps,
  job: VerificationRequest,
): Promise<void> {
  return deps.jobs.add(transaction, QUEUE_VERIFICATION_EMAIL, job, { queue: SIGNUP_QUEUE })
}

/** Moves the request from the queue of sign-ups to the queue of emails. */
export function queueVerificationEmail(deps: Deps, job: VerificationRequest): Promise<void> {
  return withTransaction(deps.database, (transaction) => queueMail(transaction, deps, verificationMail, job))
}
