import { useRef } from 'react'

/** The header that makes a repeated POST harmless. */
export function idempotencyHeader(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}

/**
 * One key for one intention of the user: `current(body)` answers the same key while the body stays the same, so
 * a retry after a lost answer repeats nothing. Call `renew()` after success: the next send is a new intention.
 * So is one that is made looking at something else: `seen`, such as the list in which what is made appears, as it was
 * last loaded. What was made by a lost call, seen there and taken away again, is made anew.
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
