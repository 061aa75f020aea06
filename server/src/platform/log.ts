import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/** Longer URLs are cut, so that a caller can't make the log expensive. */
const MOST_LETTERS = 2_000

/** How many times a URL within a URL may be percent-encoded and its secrets still be found. */
const DECODINGS = 5

/**
 * Redacts secrets in a URL: the tokens of sockets, mailed links and signed links, and the secret of a private
 * calendar. Also redacts the texts of searches and drawn initials, which may be names. Secrets are found as
 * well where a mail program or proxy percent-encoded the URL, put it into another one, or separated
 * parameters by `;` or `&amp;`; such a URL is returned decoded.
 */
export function redactUrl(url: string): string {
  let redacted = redactOnce(url.length > MOST_LETTERS ? `${url.slice(0, MOST_LETTERS)}…` : url)
  let decoded = redacted
  for (let times = 0; times < DECODINGS && decoded.includes('%'); times += 1) {
    decoded = decodeOnce(decoded)
    const redactedDecoded = redactOnce(decoded)
    const hadSecret = redactedDecoded !== decoded
    if (hadSecret) redacted = redactedDecoded
    decoded = redactedDecoded
  }
  return redacted
}

/**
 * Redacts the secrets that are in a URL as it is, without decoding it: the values of some parameters, also in
 * the form `q[0]=`, and the secret in the path of a calendar feed. `/api/calendars/…` has ids instead.
 */
function redactOnce(url: string): string {
  return url
    .replace(
      /([?&;](?:token|signature|key|q|seed)(?:\[[^\]&]{0,64}\])?=)(?!\[redacted\])[^&]*/gi,
      '$1[redacted]',
    )
    .replace(/(?<!\/api)(\/calendars\/)(?!\[redacted\])[^/?#\s]+/g, '$1[redacted]')
}

/** Decodes percent-encoding once. Unlike `decodeURIComponent`, it accepts malformed texts. */
function decodeOnce(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** SQLSTATEs of class 22. The messages of these errors quote the refused value. */
const BAD_VALUE = /^22[0-9A-Z]{3}$/

/**
 * The message of an error without the values of its statement. Drizzle appends them to the statement's text,
 * and they include children's names, messages and password hashes.
 */
function getSafeMessage(error: Error): string {
  if ('query' in error && 'params' in error) return `Failed query: ${error.query}`
  const isBadValue = 'code' in error && BAD_VALUE.test(String(error.code))
  return isBadValue ? error.message.replace(/".*"/s, '"…"') : error.message
}

/** The stack of an error, with its message replaced by `message`. */
function replaceStackMessage(message: string, error: Error): string | undefined {
  const { stack } = error
  if (stack === undefined || message === error.message) return stack
  const messageIndex = stack.indexOf(error.message)
  // If the message isn't in the stack, the stack could still contain the values, so it is dropped.
  return messageIndex < 0
    ? message
    : stack.slice(0, messageIndex) + message + stack.slice(messageIndex + error.message.length)
}

/** Serializes an error without the properties that libraries add, such as a connection's settings. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, cause } = error
  const message = getSafeMessage(error)
  const code = 'code' in error ? error.code : undefined
  const stack = replaceStackMessage(message, error)
  return { name, message, code, stack, cause: cause === undefined ? undefined : serializeError(cause) }
}

/** Formats the messages of an error and its causes, without statement values. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = getSafeMessage(error)
  return error.cause === undefined ? message : `${message}\nbecause of: ${formatError(error.cause)}`
}

/** A copy of an error without statement values, for libraries that print or store errors. */
export function toSafeError(error: unknown): Error {
  const message = formatError(error)
  const safeError = new Error(message)
  if (error instanceof Error) safeError.stack = replaceStackMessage(message, error) ?? message
  return safeError
}

const SECRET_FIELDS = [
  'password',
  'confirm_password',
  'current_password',
  'token',
  'access',
  'refresh',
  'authorization',
  'credential',
]

/**
 * Creates the log: JSON lines without secrets.
 * @param destination where the lines go; by default, standard output
 * @see docs/rules/README.md#tokens-and-secrets
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    serializers: {
      err: serializeError,
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: redactUrl(request.url),
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
