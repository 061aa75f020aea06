/** Messages by field, as the wire form carries them. */
export type FieldErrors = Record<string, string[]>

/** The one error of the product: what the caller is told, and with which status. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldErrors
  /** Further facts for the client, such as free alternatives to taken hours. */
  readonly facts: Record<string, unknown>
  /** After how many seconds it may be tried again, where that is known. */
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

/** 400 with messages by field; `non_field_errors` for those of no one field. */
export function invalid(fields: FieldErrors): AppError {
  const first = Object.values(fields)[0]?.[0] ?? 'The request is not valid'
  return new AppError(400, 'invalid', first, { fields })
}

/** 400 of no one field. */
export function invalidRequest(detail: string): AppError {
  return new AppError(400, 'invalid', detail, { fields: { non_field_errors: [detail] } })
}

export function unauthorized(detail = 'Please log in'): AppError {
  return new AppError(401, 'unauthorized', detail)
}

export function forbidden(detail = "You don't have permission to do this"): AppError {
  return new AppError(403, 'forbidden', detail)
}

/** Absent, or not the caller's: the answer never tells which (decisions §1). */
export function notFound(detail = 'Not found'): AppError {
  return new AppError(404, 'not_found', detail)
}

/** The thing is no longer in the state that the action starts from. */
export function conflict(detail: string, facts: Record<string, unknown> = {}): AppError {
  return new AppError(409, 'conflict', detail, { facts })
}

/** 429 to who tried something too often. @param seconds until it may be tried again */
export function tooManyAttempts(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const detail = `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return new AppError(429, 'too_many_attempts', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/** An error of writing a file: 503 where the disk is full, and otherwise itself. */
export function orFullDisk(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!NO_ROOM.has(code)) return error
  const detail = "Files can't be stored right now. Please try again later"
  return new AppError(503, 'unavailable', detail, { cause: error })
}
