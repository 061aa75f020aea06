import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

const GREETING = 'Hi there,'
const LIFE = 'This link works once and expires in 24 hours.'

/** @param url of the page that confirms; with `stop` it stops the change instead */
export function renderOldSideEmail(to: string, url: string, newEmail: string): Email {
  return renderEmail({
    to,
    subject: `Confirm the new email of your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'You asked us to change the email of your account. Nothing changes until you confirm it here and at the new address.',
      LIFE,
      "If this wasn't you, stop the change. That also logs out all devices, and you should then set a new password.",
    ],
    facts: [{ label: 'New email', lines: [newEmail] }],
    action: { label: 'Confirm the change', url },
    secondAction: { label: "This wasn't me: stop the change", url: `${url}&stop=1` },
  })
}

export function renderNewSideEmail(to: string, url: string): Email {
  return renderEmail({
    to,
    subject: `Confirm this email for your ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      `Someone asked to use this address for their ${PRODUCT_NAME} account. If it was you, confirm it here, and in the email we sent to your current address.`,
      `${LIFE} If this wasn't you, you can ignore this email.`,
    ],
    action: { label: 'Confirm this email', url },
  })
}

/** To the owner of an address that has an account already. */
export function renderTakenEmail(to: string, publicUrl: string): Email {
  return renderEmail({
    to,
    subject: `You already have a ${PRODUCT_NAME} account`,
    greeting: GREETING,
    paragraphs: [
      'Someone tried to use this address for another account. It belongs to yours, so nothing has changed.',
      `If it was you, log in to the account of this address. Forgot your password? Reset it at ${publicUrl}/forgot-password`,
      "If this wasn't you, there's nothing you need to do.",
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/** To both addresses, once both have confirmed. @param notMeUrl for the old one: takes the change back */
export function renderChangedEmail(
  to: string,
  { publicUrl, notMeUrl }: { publicUrl: string; notMeUrl: string | null },
): Email {
  const contact = { label: 'Contact support', url: `${publicUrl}/contact` }
  return renderEmail({
    to,
    subject: `The email of your ${PRODUCT_NAME} account was changed`,
    greeting: GREETING,
    paragraphs: [
      'Both addresses confirmed the change. From now on, log in with the new one. Your other devices were logged out.',
      notMeUrl === null
        ? "If this wasn't you, contact support right away."
        : `If this wasn't you, press “This wasn't me” within ${NOT_ME_DAYS} days. That puts this address back, logs out all devices and asks for a new password.`,
    ],
    ...(notMeUrl === null
      ? { action: contact }
      : { action: { label: "This wasn't me", url: notMeUrl }, secondAction: contact }),
  })
}
