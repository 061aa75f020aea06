import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

/*
 * None of these greets by name: until an address is verified, the name is whatever a stranger typed, and these
 * letters would carry it to anyone.
 */
const GREETING = 'Hello,'

const FIRST_SIGNUP = [
  `Thank you for joining ${PRODUCT_NAME}. Please confirm that this address is yours.`,
  'The link works once and expires after 24 hours. If you did not sign up, ignore this letter.',
]
const REPEATED_SIGNUP = [
  'Somebody has just signed up with this address again. If it was you, please confirm that this address is yours: the password is then the one that was chosen this time.',
  'The link works once and expires after 24 hours. If it was not you, ignore this letter.',
]

/** The letter with the link that verifies an address. @param isRepeated whether it confirms a later sign-up */
export function renderVerificationEmail(to: string, url: string, isRepeated: boolean): Email {
  return renderEmail({
    to,
    subject: `Verify your email for ${PRODUCT_NAME}`,
    greeting: GREETING,
    paragraphs: isRepeated ? REPEATED_SIGNUP : FIRST_SIGNUP,
    action: { label: 'Verify your email', url },
  })
}

/** The answer to a wish for a new link where nobody can tell whose of several sign-ups it would confirm. */
export function renderChoosePasswordEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: `Verify your email for ${PRODUCT_NAME}`,
    greeting: GREETING,
    paragraphs: [
      'A new verification link was asked for. This address has been signed up more than once, perhaps not each time by you. So please choose a password: that confirms that this address is yours, and no other password works.',
      'The link works once and expires after 1 hour. If you did not sign up, ignore this letter.',
      'For another account type, sign up once more instead, and use the letter that comes then.',
    ],
    action: { label: 'Choose a password', url },
  })
}

/** Tells the owner of an account that somebody signed up with its address; the visitor is not told. */
export function renderExistingAccountEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `You already have a ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'Somebody tried to sign up with this address, which already has an account. Nothing was changed.',
      `If it was you, just log in. If you no longer know your password, choose a new one at ${publicUrl}/forgot-password`,
      'If it was not you, there is nothing for you to do.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/** The answer to a wish for a new link where there is nothing left to verify. */
export function renderAlreadyVerifiedEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: 'Your email is already verified',
    greeting: GREETING,
    paragraphs: ['A new verification link was asked for, but this address is already verified. Just log in.'],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/** The letter with the link that lets its reader choose a new password. */
export function renderResetEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: `Choose a new ${PRODUCT_NAME} password`,
    greeting: GREETING,
    paragraphs: [
      'Somebody asked for a new password for the account of this address.',
      'The link works once and expires after 1 hour. If it was not you, ignore this letter: nothing was changed.',
    ],
    action: { label: 'Choose a new password', url },
  })
}

/** Tells an account's owner that its password is another now. */
export function renderPasswordChangedEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `Your ${PRODUCT_NAME} password was changed`,
    greeting: GREETING,
    paragraphs: [
      'The password of your account was changed just now, and your other devices were logged out.',
      'If it was not you, choose a new one at once.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
  })
}
