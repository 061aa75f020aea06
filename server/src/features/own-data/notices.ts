import { formatFullDay } from '@tendwell/contract/format'
import { EXPORT_HOURS, REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { Role } from '@tendwell/contract/sign-in/accounts'
import { greet, renderEmail } from '../../ports/mailer/email.ts'
import type { Email } from '../../ports/mailer/port.ts'

type Recipient = { email: string; fullName: string }
type Account = Recipient & { role: Role }

const toGreeting = ({ fullName }: Recipient) => greet(fullName)

export function renderExportReady(to: Recipient, publicUrl: string): Email {
  return renderEmail({
    to: to.email,
    subject: `Your ${PRODUCT_NAME} data is ready`,
    greeting: toGreeting(to),
    paragraphs: [
      `The copy of your data that you asked for is ready. You can download it from your account for ${EXPORT_HOURS} hours. After that we delete it.`,
      "If you didn't ask for it, log out your other devices and change your password.",
    ],
    action: { label: 'Go to my data', url: `${publicUrl}/account#your-data` },
  })
}

/** @param day on which everything is erased */
export function renderClosed(to: Account, url: string, day: string): Email {
  return renderEmail({
    to: to.email,
    subject: `Your ${PRODUCT_NAME} account is closed`,
    greeting: toGreeting(to),
    paragraphs: [
      `You closed your account and were logged out on all your devices. We'll erase your data on ${day}. Until then you can change your mind and open your account again with this link.`,
      `The link works once, for ${REOPEN_DAYS} days. Requests that were closed with the account stay closed.`,
      ...(to.role === 'admin'
        ? [
            'Your place on the staff has ended. Opening your account again doesn’t bring it back: an admin has to activate it.',
          ]
        : []),
      'We keep the payment records that the law requires, without your name.',
    ],
    action: { label: 'Keep my account', url },
  })
}

export function renderReopened(to: Recipient, publicUrl: string): Email {
  return renderEmail({
    to: to.email,
    subject: `Your ${PRODUCT_NAME} account is open again`,
    greeting: toGreeting(to),
    paragraphs: ['Welcome back. Nothing will be erased, and you can log in as before.'],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/**
 * To someone whose account staff deactivated or suspended.
 * @param suspendedUntil the UTC day; null if it is deactivated
 */
export function renderKept(to: Account, suspendedUntil: string | null, publicUrl: string): Email {
  return renderEmail({
    to: to.email,
    subject: `Your ${PRODUCT_NAME} account is no longer closed`,
    greeting: toGreeting(to),
    paragraphs: [
      'You opened your account again, so nothing will be erased.',
      suspendedUntil === null
        ? to.role === 'admin'
          ? "Your place on the staff ended when you closed it, so you can't log in until an admin activates it."
          : "But we deactivated it, so you can't log in."
        : `But it's suspended until ${formatFullDay(suspendedUntil)}. From then on you can log in as before.`,
      'If you have questions or think this is a mistake, write to us.',
    ],
    action: { label: 'Contact support', url: `${publicUrl}/contact` },
  })
}

/**
 * To someone with a report, dispute or chargeback that is open, or was decided lately. The mail after it is
 * the last one.
 */
export function renderEvidenceKept(to: string): Email {
  return renderEmail({
    to,
    subject: `Your ${PRODUCT_NAME} data was erased, except for open cases`,
    greeting: 'Hi there,',
    paragraphs: [
      'As you asked, we erased your data. A report or dispute with you, or a bank’s decision about a payment, is open or was made lately, so what it is about stays for now, with your name and email.',
      'We erase that too, at the latest 180 days after the decision, and email you then. We keep the payment records that the law requires, without your name.',
    ],
  })
}

/** The last email to an address, which is forgotten after it. */
export function renderErased(to: string): Email {
  return renderEmail({
    to,
    subject: `Your ${PRODUCT_NAME} data was erased`,
    greeting: 'Hi there,',
    paragraphs: [
      'As you asked, we erased your account and your data. We keep the payment records that the law requires, without your name.',
      'Copies in our backups are overwritten within 30 days. This is our last email: we no longer have your address.',
      "You're always welcome to sign up again.",
    ],
  })
}
