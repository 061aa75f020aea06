import { createTransport } from 'nodemailer'
import { FinalError } from '../../platform/jobs/jobs.ts'
import { type Mailer, UnreachableError } from './port.ts'

const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 4
const IDLE_MS = 60_000

/** Codes of errors that are about the email and not about the server. */
const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE'])

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Describes an error by the server's status codes. Its text is left out, because it often quotes the address.
 */
function describeSmtpError({ code, command, responseCode, response, message }: SmtpError): string {
  if (code && REFUSALS.has(code) && !responseCode) return `The email could not be sent (${code})`
  if (!responseCode) return `The mail server could not be used: ${message}`
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return `The mail server answered ${[responseCode, status].filter(Boolean).join(' ')} to ${command ?? 'the connection'}`
}

/**
 * Whether the server refused the recipient or the email for good. A refused login or sender doesn't count,
 * because that is a wrong setting, which can be mended.
 */
function isFinal({ code, command, responseCode = 0 }: SmtpError): boolean {
  return REFUSALS.has(code ?? '') && responseCode >= 500 && command !== 'MAIL FROM'
}

/** The error that `Mailer.send` throws for an error of the library. */
function toSendError(error: SmtpError): Error {
  if (isFinal(error)) return new FinalError(describeSmtpError(error))
  const isAnswer = error.responseCode || REFUSALS.has(error.code ?? '')
  return isAnswer ? new Error(describeSmtpError(error)) : new UnreachableError(describeSmtpError(error))
}

/** Refuses a line break in the value of a header, which would add another header. @throws Error */
function requireOneLine(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('A mail header has a line break')
  return value
}

/** The headers of RFC 8058, by which mail programs show a button that posts to the URL. */
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
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email) {
      const message = {
        from,
        to: requireOneLine(email.to),
        subject: requireOneLine(email.subject),
        text: email.text,
        html: email.html,
        replyTo: email.replyTo === undefined ? undefined : requireOneLine(email.replyTo),
        headers: toUnsubscribeHeaders(email.unsubscribeUrl),
        attachments: [...(email.attachments ?? [])],
      }
      await transport.sendMail(message).catch((error: SmtpError) => Promise.reject(toSendError(error)))
    },
    close: () => transport.close(),
  }
}
