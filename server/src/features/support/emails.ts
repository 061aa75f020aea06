import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { renderEmail } from '../../ports/mailer/email.ts'
import type { Email } from '../../ports/mailer/port.ts'

export const SEND_CONTACT_EMAIL = 'support.send-contact-email'

/** `name` and `subject` are a single line each. */
export type ContactMessage = { name: string; email: string; subject: string; message: string }

/** Renders a visitor's message for support, whose reply goes to the visitor. */
export function renderContactEmail({ name, email, subject, message }: ContactMessage): Email {
  const rendered = renderEmail({
    to: SUPPORT_EMAIL,
    subject: `[Contact] ${subject}`,
    greeting: `${name} (${email}) sent a message through the contact form:`,
    paragraphs: message.replaceAll('\r\n', '\n').split(/\n{2,}/),
    isUnsigned: true,
  })
  return { ...rendered, replyTo: email }
}
