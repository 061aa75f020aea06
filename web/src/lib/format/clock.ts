/**
 * The product's time. In production it is the machine's. Elsewhere `POST /dev/clock` moves the server's
 * clock, and each response says how far ahead it is. Screens use this clock only, so that "past" means the
 * same on both sides.
 */
import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'

const storageKey = 'tendwell.clock-ahead'

let aheadMs = readStored()

/** The product's current time, in ms since 1970. */
export function now(): number {
  return Date.now() + aheadMs
}

/** Sets how far the product's time is ahead of the machine's. */
export function setClockAhead(ms: number): void {
  aheadMs = ms
}

/**
 * Follows the server's clock from a response header; most responses have none. A reload keeps the last value.
 */
export function followClock(headers: Headers): void {
  const ahead = headers.get(CLOCK_AHEAD_HEADER)
  if (ahead === null || !/^-?\d{1,15}$/.test(ahead) || Number(ahead) === aheadMs) return
  setClockAhead(Number(ahead))
  try {
    localStorage.setItem(storageKey, ahead)
  } catch {
    // Without storage, the first response after a reload sets it again.
  }
}

function readStored(): number {
  try {
    return Number(localStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}
