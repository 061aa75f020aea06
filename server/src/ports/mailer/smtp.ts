import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

const TIMEOUT_MS = 10_000

/** Keeps a name with line breaks from adding headers. */
function toOneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ')
}

/** Sends emails through an SMTP server. @param url such as `smtps://user:password@host:465` */
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
    async send(email) {
      await transport.sendMail({
        from,
        to: toOneLine(email.to),
        subject: toOneLine(email.subject),
        text: email.text,
        html: email.html,
        replyTo: email.replyTo === undefined ? undefined : toOneLine(email.replyTo),
      })
    },
  }
}
