import { useRef } from 'react'

/** The header that makes a repeated POST harmless. */
export function idempotencyHeader(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key }
}

/**
 * One key for one intention of the user: `current(body)` answers the same key while the body stays the same, so
 * a retry after a lost answer repeats nothing. Call `renew()` after success: the next send is a new intention.
 */
export function useIdempotencyKey() {
  const held = useRef<{ key: string; body: string } | null>(null)
  return {
    current: (body: unknown): string => {
      const text = JSON.stringify(body ?? null)
      if (held.current?.body !== text) held.current = { key: crypto.randomUUID(), body: text }
      return held.current.key
    },
    renew: () => {
      held.current = null
    },
  }
}
