import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import type { EmailContent } from '../../../ports/mailer/port.ts'
import { defineMail } from '../../notices/index.ts'
import {
  type AccountMail,
  createMailedToken,
  findUserByEmail,
  isBannedEmail,
  lockUser,
} from '../../people/index.ts'
import { hashCode, makeCode } from './code.ts'

const VERIFICATION_TTL_MS = DAY_MS

/** `isRepeated`: the address had an account already. */
type Signup = { email: string; isRepeated: boolean }
export type VerificationRequest = { email: string }

/** A verification link for an unverified account; the owner of a verified or banned one is informed. */
export const signupMail = defineMail<Signup>('accounts.send-signup-email', {
  recipientOf: ({ email }) => email,
  async compose(deps, { email, isRepeated }) {
    if (await isBannedEmail(deps.database, deps, email)) {
      return { ...describeBanned(deps.publicUrl()), to: email }
    }
    const user = await findUserByEmail(deps.database, email)
    if (!user) return null
    if (!user.emailVerifiedAt) return composeVerification(deps, user, { isRepeated })
    return isRepeated ? { ...describeExisting(deps.publicUrl()), to: email } : null
  },
})

/**
 * The mail after a resend: a new link, or that the address is already verified; none to an unknown address.
 * @see docs/rules/accounts.md#email-verification
 */
export const verificationMail = defineMail<VerificationRequest>('accounts.send-verification-email', {
  recipientOf: ({ email }) => email,
  async compose(deps, { email }) {
    const user = await findUserByEmail(deps.database, email)
    if (!user) return null
    return user.emailVerifiedAt
      ? { ...describeVerified(deps.publicUrl()), to: email }
      : composeVerification(deps, user, { isRepeated: false })
  },
})

/**
 * Composes a mail with a verification link and a code; null if the address has been verified meanwhile. A
 * retry makes a new link and code, which end those before.
 */
async function composeVerification(
  deps: Deps,
  user: { id: number; email: string },
  options: { isRepeated: boolean },
): Promise<EmailContent | null> {
  const code = makeCode()
  const codeHash = hashCode(deps, user.id, code)
  const token = await withTransaction(deps.database, async (transaction) => {
    const { emailVerifiedAt } = await lockUser(transaction, user.id)
    if (emailVerifiedAt) return null
    const link = { userId: user.id, purpose: 'verify_email' as const, ttlMs: VERIFICATION_TTL_MS, codeHash }
    return createMailedToken(transaction, deps, link)
  })
  if (token === null) return null
  const url = `${deps.publicUrl()}${paths.verifyEmail}?token=${token}`
  return { ...describeVerification(url, code, options), to: user.email }
}

/** @param options.isRepeated whether the address of an unverified account signed up again */
function describeVerification(
  url: string,
  code: string,
  { isRepeated }: { isRepeated: boolean },
): AccountMail {
  return {
    subject: `${code} is your ${PRODUCT_NAME} code`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Enter it where you signed up, or open the link there. In any other browser, the link asks for a password once more.',
      `${isRepeated ? 'Someone just signed up with this address again. ' : ''}The code and the link work once, within 24 hours. Don’t give the code to anyone. If you didn’t sign up, you can ignore this email.`,
    ],
    code,
    action: { label: 'Verify your email', url },
  }
}

/** Informs the owner of a verified account that someone signed up with their address. */
function describeExisting(publicUrl: string): AccountMail {
  return {
    subject: `You already have a ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Someone tried to sign up with this address, but you already have an account. Nothing has changed.',
      `If it was you, just log in. Forgot your password? Reset it at ${publicUrl}${paths.forgotPassword}`,
      'If this wasn’t you, there’s nothing you need to do.',
    ],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}

/** Tells the mailbox, and nobody else, that its earlier account was deactivated. */
export function describeBanned(publicUrl: string): AccountMail {
  return {
    subject: `We can’t open a ${PRODUCT_NAME} account for you`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Someone tried to use this address for an account. We deactivated an account that had this address, so we can’t open or change one with it.',
      'If you think this is a mistake, please write to us.',
      'If this wasn’t you, there’s nothing you need to do.',
    ],
    action: { label: 'Contact us', url: `${publicUrl}${paths.contact}` },
  }
}

/** The mail after a resend to an address that is already verified. */
function describeVerified(publicUrl: string): AccountMail {
  return {
    subject: 'Your email is already verified',
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'We received a request for a new verification link, but your email is already verified. Just log in.',
    ],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}
