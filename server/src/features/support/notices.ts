import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { renderEmail } from '../../ports/mailer/email.ts'
import type { Email } from '../../ports/mailer/port.ts'

export const SEND_CONTACT_EMAIL = 'support.send-contact-email'

/** `reference` distinguishes one message from the next. */
export type ContactMessage = {
  reference: string
  name: string
  email: string
  subject: string
  message: string
}

/** Renders a visitor's message for support, whose reply goes to the visitor. */
export function renderContactEmail(contact: ContactMessage): Email {
  const { reference, name, email, subject, message } = contact
  const rendered = renderEmail({
    to: SUPPORT_EMAIL,
    subject: `Contact form message ${reference}`,
    greeting: `${name} (${email}) sent a message through the contact form:`,
    paragraphs: [`Subject: ${subject}`, ...message.replaceAll('\r\n', '\n').split(/\n{2,}/)],
    isUnsigned: true,
  })
  return { ...rendered, replyTo: email }
}
