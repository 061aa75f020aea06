/** Messages by field, as in the body of a 400. @see docs/rules/README.md#errors */
export type FieldErrors = Record<string, string[]>

/** The product's only error class: its message, code and status go to the caller. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  /** Further facts for the client, such as free alternatives to taken hours. */
  readonly facts: Record<string, unknown>
  /** Seconds until a retry can succeed, if known. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      fields?: FieldErrors
      facts?: Record<string, unknown>
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.facts = more.facts ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** 400 with messages by field. Messages that belong to no single field are under `non_field_errors`. */
export function invalid(fields: FieldErrors): AppError {
  const firstMessage = Object.values(fields)[0]?.[0] ?? 'The request is not valid'
  return new AppError(400, 'invalid', firstMessage, { fields })
}

/** 400 that belongs to no single field. */
export function invalidRequest(detail: string): AppError {
  return new AppError(400, 'invalid', detail, { fields: { non_field_errors: [detail] } })
}

export function unauthorized(detail = 'Please log in'): AppError {
  return new AppError(401, 'unauthorized', detail)
}

export function forbidden(detail = "You don't have permission to do this"): AppError {
  return new AppError(403, 'forbidden', detail)
}

/** 404 for something that is missing or not the caller's. The answer doesn't say which of the two. */
export function notFound(detail = 'Not found'): AppError {
  return new AppError(404, 'not_found', detail)
}

/** 409: the state of the resource doesn't allow this action. */
export function conflict(detail: string, facts: Record<string, unknown> = {}): AppError {
  return new AppError(409, 'conflict', detail, { facts })
}

/** 409: the subject, such as `payment`, is no longer as the caller saw it. */
export function outdated(subject: string): AppError {
  return conflict(`This ${subject} has changed. Reload and try again`)
}

/** A longer wait is given in hours and not in minutes. */
const MAX_MINUTES_SHOWN = 120

/**
 * 429 after too many attempts.
 * @param seconds until the next attempt is allowed
 * @param rule a sentence about the exceeded limit, without a full stop
 */
export function tooManyAttempts(seconds: number, rule = 'Too many attempts'): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait =
    minutes > MAX_MINUTES_SHOWN
      ? `${Math.ceil(minutes / 60)} hours`
      : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const detail = `${rule}. Please try again in ${wait}`
  return new AppError(429, 'too_many_attempts', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}

/** 429 for a limit of the product's rules. @param seconds how long until such a call can succeed again */
export function tooManyRequests(detail: string, seconds: number): AppError {
  return new AppError(429, 'too_many_requests', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Turns an error of writing a file into a 503 if the disk is full. @returns any other error unchanged */
export function toFullDiskError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!DISK_FULL.has(code)) return error
  const detail = "Files can't be stored right now. Please try again later"
  return new AppError(503, 'unavailable', detail, { cause: error })
}
