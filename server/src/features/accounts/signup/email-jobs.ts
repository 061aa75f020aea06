import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { insertMailedToken, removeEndedTokens } from '../mailed-token-store.ts'
import { makeResetLink } from '../passwords/reset.ts'
import { findUserByEmail, isSignedUpAgain } from '../queries.ts'
import type { RepeatedSignup } from '../tables.ts'
import { hashToken } from '../tokens.ts'
import {
  renderAlreadyVerifiedEmail,
  renderChoosePasswordEmail,
  renderExistingAccountEmail,
  renderVerificationEmail,
} from './emails.ts'

const VERIFICATION_TTL_MS = 24 * 3_600 * 1_000
/** One after the other, so that the letter that somebody asks for anew knows of each sign-up that came before. */
const SIGNUPS = 'sign-ups'
/** So long can a mailed link still tell that it was used or has expired. */
const MAILED_KEPT_MS = 90 * 24 * 3_600 * 1_000

export const SIGNED_UP = 'accounts.signed-up'
export const VERIFICATION_ASKED = 'accounts.verification-asked'
export const MAIL_SIGNUP = 'accounts.mail-signup'
export const MAIL_VERIFICATION = 'accounts.mail-verification'

export type SignedUp = SignupMail & {
  /** The account that the sign-up made, or null where the address was known. */
  created: { userId: number; role: RepeatedSignup['role']; timezone: string | null } | null
}
export type SignupMail = { email: string; repeated: RepeatedSignup | null }
export type VerificationMail = {
  email: string
  /** The network address of who asked; earlier releases did not note it. */
  address?: string
}

/**
 * Has everybody told of a sign-up. One job does it whether the address was known or not: telling each subscriber at
 * once would take a new account longer, and so tell the visitor which it was.
 * @param signup.repeated what was asked for, where the address was known
 */
export function tellSignup(transaction: Transaction, deps: Deps, signup: SignedUp): Promise<void> {
  return deps.jobs.add(transaction, SIGNED_UP, signup, { queue: SIGNUPS })
}

/** Has a new verification link sent to an address, if an account waits for it. */
export function mailVerification(
  transaction: Transaction,
  deps: Deps,
  mail: VerificationMail,
): Promise<void> {
  return deps.jobs.add(transaction, VERIFICATION_ASKED, mail, { queue: SIGNUPS })
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
  await deps.mailer.send(renderVerificationEmail(user.email, link, signup !== null))
}

/** Tells the subscribers of a new account, and has the address written to. */
export function passOnSignup(deps: Deps, { created, ...mail }: SignedUp): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    if (created) await deps.jobs.publish(transaction, { type: 'account.created', ...created })
    await deps.jobs.add(transaction, MAIL_SIGNUP, mail, { queue: 'mail' })
  })
}

/** Has the address written to, after those who signed up with it before. */
export function passOnVerification(deps: Deps, mail: VerificationMail): Promise<void> {
  return withTransaction(deps.database, (transaction) =>
    deps.jobs.add(transaction, MAIL_VERIFICATION, mail, { queue: 'mail' }),
  )
}

/** A link for whom waits for one; for whom has long been verified, word that somebody tried to sign up. */
export async function writeToSignup(deps: Deps, { email, repeated }: SignupMail): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (!user.emailVerifiedAt) await sendLink(deps, user, repeated)
  else if (repeated) await deps.mailer.send(renderExistingAccountEmail(email, deps.publicUrl()))
}

/**
 * A new link, or word that none is needed; nothing for an address that has no account. Where several have signed up
 * with the address, its owner may be any of them: a link that lets one of them in by the password they chose could let
 * in a stranger. So it lets the owner choose one, which no other sign-up outlives (decisions §2, trust.md 6.8.x).
 */
export async function writeVerification(deps: Deps, { email, address }: VerificationMail): Promise<void> {
  const user = await findUserByEmail(deps.database, email)
  if (!user) return
  if (user.emailVerifiedAt) await deps.mailer.send(renderAlreadyVerifiedEmail(email, deps.publicUrl()))
  else if (await isSignedUpAgain(deps.database, user.id))
    await deps.mailer.send(
      renderChoosePasswordEmail(email, await makeResetLink(deps, user.id, address ?? null)),
    )
  else await sendLink(deps, user, null)
}

/** Removes the tokens that have ended and tell nobody anything any more. */
export async function removeEnded(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const mailed = new Date(now.getTime() - MAILED_KEPT_MS)
  await withTransaction(deps.database, (transaction) =>
    removeEndedTokens(transaction, { refresh: now, mailed, credentials: now }),
  )
}
