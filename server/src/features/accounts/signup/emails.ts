import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

/** No email greets by name before the address is verified: a stranger may have typed the name. */
const GREETING = 'Hi there,'
const VERIFY_SUBJECT = `Verify your email for ${PRODUCT_NAME}`

/** @param options.isRepeated whether the link confirms a repeated sign-up */
export function renderVerificationEmail(
  to: string,
  url: string,
  { isRepeated }: { isRepeated: boolean },
): Email {
  const paragraphs = isRepeated
    ? [
        'Someone just signed up with this address again. If it was you, please verify your email. Your password will be the one you chose this time.',
        "This link works once and expires in 24 hours. If this wasn't you, you can ignore this email.",
      ]
    : [
        `Thanks for joining ${PRODUCT_NAME}! Please verify your email to get started.`,
        "This link works once and expires in 24 hours. If you didn't sign up, you can ignore this email.",
      ]
  return renderEmail({
    to,
    subject: VERIFY_SUBJECT,
    greeting: GREETING,
    paragraphs,
    action: { label: 'Verify your email', url },
  })
}

/** Sent on a resend if several sign-ups used the address. @param url a password reset link */
export function renderChoosePasswordEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: VERIFY_SUBJECT,
    greeting: GREETING,
    paragraphs: [
      "We received a request for a new verification link. Someone signed up with this address more than once, and it may not always have been you. To keep your account safe, please choose a new password. That verifies your email, and earlier passwords won't work.",
      "This link works once and expires in 1 hour. If you didn't sign up, you can ignore this email.",
      'Need a different account type? Sign up again, and use the link in that email instead.',
    ],
    action: { label: 'Choose a password', url },
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
