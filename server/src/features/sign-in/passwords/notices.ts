import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { describeRemoved, NOT_ME_DAYS, type RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

/** The address may be unverified, so the name may be a stranger's. */
const GREETING = 'Hi there,'

export function renderResetEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: `Reset your ${PRODUCT_NAME} password`,
    greeting: GREETING,
    paragraphs: [
      'We received a request to reset the password of your account.',
      "This link works once, expires in 1 hour, and replaces any earlier one. If this wasn't you, you can ignore this email. Your password stays the same.",
    ],
    action: { label: 'Reset password', url },
  })
}

/** To the owner of an account without a password. */
export function renderChooseEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: `Choose your ${PRODUCT_NAME} password`,
    greeting: GREETING,
    paragraphs: [
      'Your account has no password yet. Choose one with this link, and log in with it from then on.',
      "The link works once, expires in 1 hour, and replaces any earlier one. If you didn't try to log in, you can ignore this email.",
    ],
    action: { label: 'Choose a password', url },
  })
}

/** @param removed the factors that a reset removed */
export function renderPasswordChangedEmail(
  to: string,
  { notMeUrl, removed }: { notMeUrl: string; removed: readonly RemovedFactor[] },
): Email {
  return renderEmail({
    to,
    subject: `Your ${PRODUCT_NAME} password was changed`,
    greeting: GREETING,
    paragraphs: [
      'Your password was just changed, and your other devices were logged out.',
      ...(removed.length > 0
        ? [
            `We also removed ${describeRemoved(removed)}, added less than ${NOT_ME_DAYS} days ago on a device that was new to your account, and your recovery codes. If it was yours, add it again.`,
          ]
        : []),
      `If this wasn't you, press “This wasn't me” within ${NOT_ME_DAYS} days. That logs out all devices and asks for a new password.`,
    ],
    action: { label: "This wasn't me", url: notMeUrl },
  })
}
