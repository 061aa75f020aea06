import { type ClientFrame, RETRYABLE_ERROR_CODES } from '@tendwell/contract/realtime'

const retryDelayMs = 2_000

export type PendingRequests = ReturnType<typeof createPendingRequests>

/**
 * Requests that the server hasn't answered, by `client_id`. One that it refused for now is sent again after a
 * pause. A newer request with the same id replaces the older one.
 */
export function createPendingRequests(send: (frame: ClientFrame) => boolean) {
  const pending = new Map<string, ClientFrame>()
  const retries = new Map<string, ReturnType<typeof setTimeout>>()

  function request(id: string, frame: ClientFrame) {
    clearTimeout(retries.get(id))
    retries.delete(id)
    if (send({ ...frame, client_id: id })) pending.set(id, frame)
  }

  return {
    request,
    resolve: (id: string) => void pending.delete(id),
    reject(id: string, code: string) {
      const frame = pending.get(id)
      pending.delete(id)
      if (!frame || !RETRYABLE_ERROR_CODES.includes(code)) return
      retries.set(
        id,
        setTimeout(() => request(id, frame), retryDelayMs),
      )
    },
    /** A lost connection leaves every request unanswered. */
    clear() {
      for (const timer of retries.values()) clearTimeout(timer)
      retries.clear()
      pending.clear()
    },
  }
}
