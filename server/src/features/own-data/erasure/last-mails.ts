/** The mails of an erasure, which sends them itself: after the last one it forgets the address. */
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { NAMELESS_GREETING, renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'

/**
 * A mail to someone with a report, dispute or chargeback that is open or was decided lately. `renderErased`
 * follows when these are erased, too.
 */
export function renderEvidenceKept(to: string): Email {
  return renderEmail({
    to,
    subject: `Your ${PRODUCT_NAME} data was erased, except for open cases`,
    greeting: NAMELESS_GREETING,
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
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'As you asked, we erased your account and your data. We keep the payment records that the law requires, without your name.',
      'Copies in our backups are overwritten within 30 days. This is our last email: we no longer have your address.',
      'You’re always welcome to sign up again.',
    ],
  })
}
