import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { type AccountMail, defineAccountMail } from '../../people/index.ts'

/** `endsPassword`: the account was unverified and lost its password. */
type LinkChange = { userId: number } & ({ change: 'added'; endsPassword: boolean } | { change: 'removed' })

/** Informs the account's owner that a way to log in was added or removed. */
export const googleLinkMail = defineAccountMail<LinkChange>(
  'accounts.send-google-link-email',
  (deps, _to, job) =>
    job.change === 'added' ? describeAdded(deps.publicUrl(), job) : describeRemoved(deps.publicUrl()),
)

function describeAdded(publicUrl: string, { endsPassword }: { endsPassword: boolean }): AccountMail {
  return {
    subject: `Google sign-in was added to your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'You can now log in with the Google account of this address.',
      ...(endsPassword
        ? [
            `The password chosen at sign-up no longer works, because this address wasn’t verified then. To set a new one, go to ${publicUrl}${paths.forgotPassword}`,
          ]
        : []),
      `If this wasn’t you, secure your Google account and reset your password: ${publicUrl}${paths.forgotPassword}. That removes all Google accounts and logs out all devices.`,
    ],
    action: { label: 'See your sign-in methods', url: `${publicUrl}${paths.account}` },
  }
}

function describeRemoved(publicUrl: string): AccountMail {
  return {
    subject: `Google sign-in was removed from your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Your Google account was removed from your sign-in methods. From now on, log in with your password.',
      'If this wasn’t you, reset your password right away. That also logs out all devices.',
    ],
    action: { label: 'Reset password', url: `${publicUrl}${paths.forgotPassword}` },
  }
}
