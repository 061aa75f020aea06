import type { Deps } from '../../deps.ts'
import { type Transaction, transact } from '../../platform/database.ts'
import { randomToken } from '../../platform/secrets.ts'
import { alreadyVerifiedLetter, existingAccountLetter, verificationLetter } from './letters.ts'
import { findUserByEmail, latestRepeatedSignup } from './queries.ts'
import type { RepeatedSignup } from './tables.ts'
import { insertMailedToken, removeEndedTokens } from './token-store.ts'
import { hashToken } from './tokens.ts'

const VERIFICATION_TTL_MS = 24 * 3_600 * 1_000
/** So long can a mailed link still tell that it was used or has expired. */
const MAILED_KEPT_MS = 90 * 24 * 3_600 * 1_000

export const SIGNED_UP = 'accounts.signed-up'
export const MAIL_SIGNUP = 'accounts.mail-signup'
export const MAIL_VERIFICATION = 'accounts.mail-verification'

export type SignedUp = SignupMail & {
  /** The account that the sign-up made, or null where the address was known. */
  created: { userId: number; role: RepeatedSignup['role']; timezone: string | null } | null
}
export type SignupMail = { email: string; repeated: RepeatedSignup | null }
export type VerificationMail = { email: string }

/**
 * Has everybody told of a sign-up. One job does it whether the address was known or not: telling each subscriber at
 * once would take a new account longer, and so tell the visitor which it was.
 * @param signup.repeated what was asked for, where the address was known
 */
export function tellSignup(transaction: Transaction, deps: Deps, signup: SignedUp): Promise<void> {
  return deps.jobs.add(transaction, SIGNED_UP, signup)
}

/** Has a new verification link sent to an address, if an account waits for it. */
export function mailVerification(
  transaction: Transaction,
  deps: Deps,
  mail: VerificationMail,
): Promise<void> {
  return deps.jobs.add(transaction, MAIL_VERIFICATION, mail, { queue: 'mail' })
}

/**
 * Makes a link and sends it. The token exists in the letter alone, here its hash; a letter that did not go out is
 * tried again with a link of its own.
 */
async function sendLink(
  deps: Deps,
  user: { id: number; email: string },
  signup: RepeatedSignup | null,
): Promise<void> {
  const token = randomToken()
  const expiresAt = new Date(deps.clock.now().getTime() + VERIFICATION_TTL_MS)
  await transact(deps.database, (transaction) =>
    insertMailedToken(transaction, {
      tokenHash: hashToken(token),
      userId: user.id,
      purpose: 'verify_email',
      expiresAt,
      signup,
    }),
  )
  await deps.mailer.send(verificationLetter(user.email, `${deps.publicUrl()}/verify-email?token=${token}`))
}

/** Tells the subscribers of a new account, and has the address written to. */
export function passOnSignup(deps: Deps, { created, ...mail }: SignedUp): Promise<void> {
  return transact(deps.database, async (transaction) => {
    if (created) await deps.jobs.publish(transaction, { type: 'account.created', ...created })
    await deps.jobs.add(transaction, MAIL_SIGNUP, mail, { queue: 'mail' })
  })
}

/** A link for whom waits for one; for whom has long been verified, word that somebody tried to sign up. */
export async function writeToSignup(deps: Deps, { email, repeated }: SignupMail): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (!user.emailVerifiedAt) await sendLink(deps, user, repeated)
  else if (repeated) await deps.mailer.send(existingAccountLetter(email, deps.publicUrl()))
}

/** A new link, or word that none is needed; nothing for an address that has no account. */
export async function writeVerification(deps: Deps, { email }: VerificationMail): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (user.emailVerifiedAt) await deps.mailer.send(alreadyVerifiedLetter(email, deps.publicUrl()))
  else await sendLink(deps, user, await latestRepeatedSignup(deps.database, user.id))
}

/** Removes the tokens that have ended and tell nobody anything any more. */
export async function removeEnded(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const mailed = new Date(now.getTime() - MAILED_KEPT_MS)
  await transact(deps.database, (transaction) =>
    removeEndedTokens(transaction, { refresh: now, mailed, credentials: now }),
  )
}
