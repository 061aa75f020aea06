import { formatInstant } from '@tendwell/contract/format'
import { shortenName } from '@tendwell/contract/people/names'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import { RECOVERY_WAIT_HOURS } from '@tendwell/contract/sign-in/two-step'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'
import type { UserRow } from '../../people/index.ts'

const GREETING = 'Hi there,'
const NOT_ME = `If this wasn't you, press “This wasn't me” within ${NOT_ME_DAYS} days. That removes what was added, logs out all devices and asks for a new password.`
const NOT_YOU = "If this wasn't you, reset your password right away, then check your sign-in settings."

/** What can change about someone's two-step sign-in. */
export type TwoStepChange =
  | { kind: 'turned-on' | 'turned-off' | 'new-codes' | 'app-added' | 'app-removed' }
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }

/** The subject of each mail, and what it says. */
function describe(change: TwoStepChange): { subject: string; text: string } {
  switch (change.kind) {
    case 'turned-on':
      return {
        subject: `Two-step sign-in is on for your ${PRODUCT_NAME} account`,
        text: "From now on, we ask for a second step when you log in, so your password alone isn't enough. Keep your recovery codes in a safe place. Your other devices were logged out.",
      }
    case 'turned-off':
      return {
        subject: `Two-step sign-in is off for your ${PRODUCT_NAME} account`,
        text: 'From now on, you log in without a second step. Your recovery codes no longer work.',
      }
    case 'new-codes':
      return {
        subject: `You have new ${PRODUCT_NAME} recovery codes`,
        text: 'Your new recovery codes replace the earlier ones, which no longer work.',
      }
    case 'app-added':
      return {
        subject: `An authenticator app was added to your ${PRODUCT_NAME} account`,
        text: 'You can now use codes from your authenticator app as your second step.',
      }
    case 'app-removed':
      return {
        subject: `The authenticator app was removed from your ${PRODUCT_NAME} account`,
        text: 'Codes from your authenticator app no longer work.',
      }
    case 'passkey-added':
      return {
        subject: `A passkey was added to your ${PRODUCT_NAME} account`,
        text: `You can now log in with the passkey “${change.name}”.`,
      }
    case 'passkey-removed':
      return {
        subject: `A passkey was removed from your ${PRODUCT_NAME} account`,
        text: `The passkey “${change.name}” no longer works.`,
      }
  }
}

export function renderTwoStepEmail(
  to: string,
  { publicUrl, notMeUrl }: { publicUrl: string; notMeUrl: string },
  change: TwoStepChange,
): Email {
  const { subject, text } = describe(change)
  return renderEmail({
    to,
    subject,
    greeting: GREETING,
    paragraphs: [text, NOT_ME],
    action: { label: 'See your sign-in settings', url: `${publicUrl}/account` },
    secondAction: { label: "This wasn't me", url: notMeUrl },
  })
}

/** @param left how many codes can still be used */
export function renderRecoveryCodeUsedEmail(to: string, publicUrl: string, left: number): Email {
  const codes = left === 1 ? 'You have 1 code left.' : `You have ${left === 0 ? 'no' : left} codes left.`
  const advice = left <= 3 ? ' You can get ten new ones in your sign-in settings.' : ''
  return renderEmail({
    to,
    subject: `A recovery code for your ${PRODUCT_NAME} account was used`,
    greeting: GREETING,
    paragraphs: [`Someone just used one of your recovery codes. ${codes}${advice}`, NOT_YOU],
    action: { label: 'See your sign-in settings', url: `${publicUrl}/account` },
    secondAction: { label: 'Reset password', url: `${publicUrl}/forgot-password` },
  })
}

type Recipient = Pick<UserRow, 'email' | 'fullName' | 'timezone'>

/** @param approvableAt before which nobody can approve it */
export function renderRecoveryRequestedEmail(
  { email, timezone }: Pick<Recipient, 'email' | 'timezone'>,
  stopUrl: string,
  approvableAt: Date,
): Email {
  return renderEmail({
    to: email,
    subject: `Someone asked us to turn off two-step sign-in on your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      `Our support team was asked to turn off two-step sign-in for your account because the second step was lost. Two people on our team have to agree, and we wait at least ${RECOVERY_WAIT_HOURS} hours so that you can stop it.`,
      "If you asked for this, you don't need to do anything. We'll email you when we've decided.",
      "If this wasn't you, stop the request now. Your account will stay as it is.",
    ],
    facts: [{ label: 'At the earliest', lines: [formatInstant(approvableAt.getTime(), timezone ?? 'UTC')] }],
    action: { label: "This wasn't me", url: stopUrl },
  })
}

/** To each admin, so that no recovery goes unnoticed. */
export function renderRecoveryNotice(
  { email, fullName, timezone }: Recipient,
  notice: {
    step: 'asked' | 'approved'
    person: string
    asker: string
    /** Empty before it is decided. */
    decider: string
    approvableAt: Date
    url: string
  },
): Email {
  const { step, person, asker, decider, approvableAt, url } = notice
  const earliest = formatInstant(approvableAt.getTime(), timezone ?? 'UTC')
  return renderEmail({
    to: email,
    subject:
      step === 'asked'
        ? 'A colleague asked to turn off someone’s two-step sign-in'
        : 'Someone’s two-step sign-in was turned off',
    greeting: greet(fullName),
    paragraphs: [
      step === 'asked'
        ? 'Another admin has to approve it. If it looks wrong to you, decline it on the person’s page.'
        : 'Two colleagues agreed to it. If it looks wrong to you, deactivate the account and talk to them.',
      'All admins get this email.',
    ],
    facts: [
      { label: 'Person', lines: [shortenName(person)] },
      { label: 'Asked by', lines: [shortenName(asker)] },
      ...(step === 'asked'
        ? [{ label: 'At the earliest', lines: [earliest] }]
        : [{ label: 'Approved by', lines: [shortenName(decider)] }]),
    ],
    action: { label: 'See the request', url },
  })
}

export function renderRecoveryEndedEmail(
  to: string,
  publicUrl: string,
  outcome: 'approved' | 'declined',
): Email {
  if (outcome === 'declined') {
    return renderEmail({
      to,
      subject: `Your ${PRODUCT_NAME} two-step sign-in stays on`,
      greeting: GREETING,
      paragraphs: [
        "We couldn't confirm that the request to turn off two-step sign-in came from you, so nothing has changed.",
        'If you lost your second step, write to us again.',
      ],
      action: { label: 'Contact us', url: `${publicUrl}/contact` },
    })
  }
  return renderEmail({
    to,
    subject: `Two-step sign-in was turned off for your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'As you asked, our support team turned off two-step sign-in. All your devices were logged out, and your passkeys, authenticator app and recovery codes no longer work.',
      'You can now log in with your password or Google, and turn two-step sign-in on again.',
      "If you didn't ask for this, reset your password and write to us right away.",
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    secondAction: { label: 'Contact us', url: `${publicUrl}/contact` },
  })
}
