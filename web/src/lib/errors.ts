/** The body of an error: a detail, and messages by field. */
type ErrorBody = Record<string, unknown>

/**
 * The text to show for a failed call: the server's detail, or the general error, or the first field's error.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  const body = getErrorBody(error)
  if (!body) return fallback
  return text(body.detail) ?? text(body.non_field_errors) ?? firstFieldMessage(body) ?? fallback
}

/** Whether the browser knows that it has no network. */
export const hasNoNetwork = () => globalThis.navigator?.onLine === false

/** What people read who press a button without a network. */
export const NOTHING_SENT = 'You’re offline. Nothing was sent, your choices are kept'

/** What went wrong and what to do, for a screen that could not load. */
export function describeFailure(error: unknown): string {
  if (isOffline(error) && hasNoNetwork()) return 'You’re offline. Connect to the internet and try again.'
  if (isOffline(error)) return 'We couldn’t reach the server. Check your connection and try again.'
  return getErrorMessage(error, 'Something went wrong on our side. Please try again.')
}

/** The first message of each field: `{email: 'Enter a valid email'}`. */
export function getFieldErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, value] of Object.entries(getErrorBody(error) ?? {})) {
    if (notFields.has(field)) continue
    const message = text(value)
    if (message) found[field] = message
  }
  return found
}

/** The HTTP status of a failed call; undefined without an answer. */
export function getErrorStatus(error: unknown): number | undefined {
  const status = isRecord(error) ? error.status : undefined
  return typeof status === 'number' ? status : undefined
}

/**
 * Whether what a call was about has changed or is gone, so that the same call can't succeed. Its question is
 * then closed; after any other failure it stays, to be sent again.
 */
export function isOutdated(error: unknown): boolean {
  const status = getErrorStatus(error)
  return status === 404 || status === 409
}

/** Whether a call was given up because its user's session ended, which is said once for all of them. */
export function isGivenUp(error: unknown): boolean {
  return isRecord(error) && error.name === 'AbortError'
}

/** Whether the server could not be reached at all. */
export function isOffline(error: unknown): boolean {
  return isRecord(error) && (error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR')
}

const notFields = new Set(['detail', 'code', 'request_id', 'non_field_errors'])

/** The body of a refused call. */
export function getErrorBody(error: unknown): ErrorBody | null {
  return isRecord(error) && isRecord(error.data) ? error.data : null
}

function firstFieldMessage(body: ErrorBody): string | undefined {
  for (const [field, value] of Object.entries(body)) {
    const message = notFields.has(field) ? undefined : text(value)
    if (message) return message
  }
  return undefined
}

/** A message may come alone, in a list, or nested by index and field (the windows of a request). */
function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  for (const item of inner) {
    const message = text(item)
    if (message) return message
  }
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
