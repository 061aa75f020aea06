import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { renderEmail } from '../../ports/mailer/email.ts'
import type { Email } from '../../ports/mailer/port.ts'

export const MAIL_SUPPORT = 'support.mail'

/** What a visitor asks; name and subject are one line each. */
export type Question = { name: string; email: string; subject: string; message: string }

/** A visitor's message as the support reads it. */
export function renderContactEmail({ name, email, subject, message }: Question): Email {
  const letter = renderEmail({
    to: SUPPORT_EMAIL,
    subject: `[Contact] ${subject}`,
    greeting: `${name} (${email}) wrote by the contact form:`,
    paragraphs: message.replaceAll('\r\n', '\n').split(/\n{2,}/),
    isUnsigned: true,
  })
  return { ...letter, replyTo: email }
}
