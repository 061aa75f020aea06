import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

const TIMEOUT_MS = 10_000

/** Line ends in a header would let a name add headers of its own (trust.md, ASVS 1.2.x). */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ')
}

/** Mail by an SMTP server. @param url such as `smtps://user:password@host:465` */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: oneLine(mail.to),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        replyTo: mail.replyTo === undefined ? undefined : oneLine(mail.replyTo),
      })
    },
  }
}
