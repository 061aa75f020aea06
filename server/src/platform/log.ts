import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

/** A URL as it may be logged: the socket's token and the tokens of mailed and signed links are cut out. */
export function loggableUrl(url: string): string {
  return url.replace(/([?&](?:token|signature|key)=)[^&]*/gi, '$1[redacted]')
}

/** PostgreSQL's errors of this class quote the value that it could not take. */
const BAD_VALUE = /^22[0-9A-Z]{3}$/

/**
 * What an error says, without what its statement was given. drizzle writes that behind the statement's text, and there
 * are children's names, letters and the hashes of passwords in it.
 */
function sayableMessage(error: Error): string {
  if ('query' in error && 'params' in error) return `Failed query: ${error.query}`
  const isBadValue = 'code' in error && BAD_VALUE.test(String(error.code))
  return isBadValue ? error.message.replace(/".*"/s, '"…"') : error.message
}

/** The stack of an error with another message in place of its own. */
function stackWith(message: string, error: Error): string | undefined {
  const { stack } = error
  if (stack === undefined || message === error.message) return stack
  const at = stack.indexOf(error.message)
  // A stack begins with its message. Where this one does not, nothing tells how much of it is that.
  return at < 0 ? message : stack.slice(0, at) + message + stack.slice(at + error.message.length)
}

/** An error without what libraries hang on it, such as a whole connection with its settings, or a statement's values. */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, cause } = error
  const message = sayableMessage(error)
  const code = 'code' in error ? error.code : undefined
  const stack = stackWith(message, error)
  return { name, message, code, stack, cause: cause === undefined ? undefined : loggableError(cause) }
}

/** What an error and its causes say, as it may be read by those who run the program. */
export function loggableText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = sayableMessage(error)
  return error.cause === undefined ? message : `${message}\nbecause of: ${loggableText(error.cause)}`
}

/** An error in the place of one whose message and stack are read by others than this log. */
export function loggableFailure(error: unknown): Error {
  const message = loggableText(error)
  const failure = new Error(message)
  if (error instanceof Error) failure.stack = stackWith(message, error) ?? message
  return failure
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

/** The program's log: JSON lines, with no secret in them (trust.md, ASVS 16.x). @param into standard output, if absent */
export function createLog(level: string, into?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    serializers: {
      err: loggableError,
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: loggableUrl(request.url),
      }),
    },
  }
  return into ? pino(options, into) : pino(options)
}
