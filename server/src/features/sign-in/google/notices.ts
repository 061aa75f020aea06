import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

const GREETING = 'Hi there,'

/** @param options.endsPassword whether the account was unverified and lost its password */
export function renderLinkAddedEmail(
  to: string,
  publicUrl: string,
  { endsPassword }: { endsPassword: boolean },
): Email {
  return renderEmail({
    to,
    subject: `Google sign-in was added to your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'You can now log in with the Google account of this address.',
      ...(endsPassword
        ? [
            `The password chosen at sign-up no longer works, because this address wasn't verified then. To set a new one, go to ${publicUrl}/forgot-password`,
          ]
        : []),
      `If this wasn't you, secure your Google account and reset your password: ${publicUrl}/forgot-password. That removes all Google accounts and logs out all devices.`,
    ],
    action: { label: 'See your sign-in methods', url: `${publicUrl}/account` },
  })
}

export function renderLinkRemovedEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `Google sign-in was removed from your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'Your Google account was removed from your sign-in methods. From now on, log in with your password.',
      "If this wasn't you, reset your password right away. That also logs out all devices.",
    ],
    action: { label: 'Reset password', url: `${publicUrl}/forgot-password` },
  })
}
