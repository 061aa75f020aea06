import { useRef } from 'react'

/** The header that makes it safe to repeat a POST. */
export function idempotencyHeader(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}

/**
 * One key per user action. `current(body)` returns the same key while the body stays the same, so that a
 * retry after a lost answer has no second effect. After success, `renew()` starts a new action.
 * @param seen the data on the screen, such as the list to add to. When it has changed, the same body gets a
 *   new key, because the user may have removed what an earlier call added.
 */
export function useIdempotencyKey() {
  const held = useRef<{ key: string; body: string; seen: unknown } | null>(null)
  return {
    current: (body: unknown, seen?: unknown): string => {
      const text = JSON.stringify(body ?? null)
      if (held.current?.body !== text || held.current.seen !== seen) {
        held.current = { key: crypto.randomUUID(), body: text, seen }
      }
      return held.current.key
    },
    renew: () => {
      held.current = null
    },
  }
}
