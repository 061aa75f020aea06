import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { defineMail } from '../notices/index.ts'

/** A visitor's message. `reference` is random and makes the subject of each email different. */
export type ContactMessage = {
  reference: string
  name: string
  email: string
  subject: string
  message: string
}

/** The mail that brings a visitor's message to support. A reply to it goes to the visitor. */
export const contactMail = defineMail<ContactMessage>('support.send-contact-email', {
  recipientOf: ({ email }) => email,
  compose: (_deps, { reference, name, email, subject, message }) => ({
    to: SUPPORT_EMAIL,
    replyTo: email,
    subject: `Contact form message ${reference}`,
    greeting: `${name} (${email}) sent a message through the contact form:`,
    paragraphs: [`Subject: ${subject}`, ...message.replaceAll('\r\n', '\n').split(/\n{2,}/)],
    isUnsigned: true,
  }),
})
