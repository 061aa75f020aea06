import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { describeRemoved, NOT_ME_STOP_HOURS, type NotMeResponse } from '@tendwell/contract/sign-in/not-me'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineAccountMail } from '../../people/index.ts'

/** What "This wasn't me" did. */
type Disowned = { userId: number; isEmailRestored: boolean } & Pick<NotMeResponse, 'kind' | 'removed'>

/** Tells the owner what "This wasn't me" did, also in case somebody else in their mailbox pressed it. */
export const disownedMail = defineAccountMail<Disowned>(
  'accounts.send-disowned-email',
  (deps, _to, { kind, removed, isEmailRestored }) => ({
    subject: `We secured your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Someone pressed “This wasn’t me” in one of our emails to you. Here’s what we did:',
      ...(removed.length > 0
        ? [`We removed ${describeRemoved(removed)}. Recovery codes no longer work.`]
        : []),
      ...(isEmailRestored ? ['We put this email address back on your account.'] : []),
      ...(kind === 'bank'
        ? ['Nothing is paid out to the new bank account. Enter your own in your wallet to be paid again.']
        : []),
      `All devices were logged out, and the password no longer works. For ${NOT_ME_STOP_HOURS} hours, nothing is paid out and the email can’t be changed.`,
      'Choose a new password to log in again. If you didn’t press it, someone else can read your email: secure your mailbox first, then write to us.',
    ],
    action: { label: 'Choose a new password', url: `${deps.publicUrl()}${paths.forgotPassword}` },
    secondAction: { label: 'Contact us', url: `${deps.publicUrl()}${paths.contact}` },
  }),
)
