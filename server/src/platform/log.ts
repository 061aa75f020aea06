import { type Logger, pino } from 'pino'

export type Log = Logger

/** A URL as it may be logged: the socket's token and the tokens of mailed and signed links are cut out. */
export function loggableUrl(url: string): string {
  return url.replace(/([?&](?:token|signature|key)=)[^&]*/gi, '$1[redacted]')
}

/** An error without what libraries hang on it, such as a whole connection with its settings. */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, cause: cause === undefined ? undefined : loggableError(cause) }
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

/** The program's log: JSON lines, with no secret in them (trust.md, ASVS 16.x). */
export function createLog(level: string): Log {
  return pino({
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
  })
}
