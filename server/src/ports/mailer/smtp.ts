import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

const TIMEOUT_MS = 10_000

/** A line break would add a header. @throws Error */
function requireOneLine(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('A mail header has a line break')
  return value
}

/** The headers of RFC 8058: mail programs show a button that posts to the URL. */
function toUnsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${requireOneLine(url)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
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
        to: requireOneLine(email.to),
        subject: requireOneLine(email.subject),
        text: email.text,
        html: email.html,
        replyTo: email.replyTo === undefined ? undefined : requireOneLine(email.replyTo),
        headers: toUnsubscribeHeaders(email.unsubscribeUrl),
      })
    },
  }
}
