import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

/** No email greets by name before the address is verified: a stranger may have typed the name. */
const GREETING = 'Hi there,'
const VERIFY_SUBJECT = `Verify your email for ${PRODUCT_NAME}`

/** @param options.isRepeated whether the address of an unverified account signed up again */
export function renderVerificationEmail(
  to: string,
  url: string,
  { isRepeated }: { isRepeated: boolean },
): Email {
  const welcome = isRepeated
    ? 'Someone just signed up with this address again. If it was you, please verify your email.'
    : `Thanks for joining ${PRODUCT_NAME}! Please verify your email to get started.`
  return renderEmail({
    to,
    subject: VERIFY_SUBJECT,
    greeting: GREETING,
    paragraphs: [
      welcome,
      "Open the link in the browser where you signed up. In any other browser, you'll be asked for a password once more.",
      "This link works once, expires in 24 hours, and replaces any earlier one. If you didn't sign up, you can ignore this email.",
    ],
    action: { label: 'Verify your email', url },
  })
}

/** Informs the owner of a verified account that someone signed up with their address. */
export function renderExistingAccountEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `You already have a ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'Someone tried to sign up with this address, but you already have an account. Nothing has changed.',
      `If it was you, just log in. Forgot your password? Reset it at ${publicUrl}/forgot-password`,
      "If this wasn't you, there's nothing you need to do.",
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/** Tells the mailbox, and nobody else, that its earlier account was deactivated. */
export function renderBannedEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `We can’t open a ${PRODUCT_NAME} account for you`,
    greeting: GREETING,
    paragraphs: [
      'Someone tried to use this address for an account. We deactivated an account that had this address, so we can’t open or change one with it.',
      'If you think this is a mistake, please write to us.',
      "If this wasn't you, there's nothing you need to do.",
    ],
    action: { label: 'Contact us', url: `${publicUrl}/contact` },
  })
}

/** Sent on a resend if the address is already verified. */
export function renderAlreadyVerifiedEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: 'Your email is already verified',
    greeting: GREETING,
    paragraphs: [
      'We received a request for a new verification link, but your email is already verified. Just log in.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}
