/**
 * The product's time. In production it is the machine's; elsewhere `POST /dev/clock` moves the server's ahead, and each
 * of its answers says by how much. Screens ask here and never the machine, so that "past" means the same on both sides.
 */
import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'

const storageKey = 'tendwell.clock-ahead'

let aheadMs = readStored()

/** This instant of the product, in ms since 1970. */
export function now(): number {
  return Date.now() + aheadMs
}

/** Takes over what an answer says of the server's clock; most say nothing. A reload begins where this ended. */
export function followClock(headers: Headers): void {
  const told = headers.get(CLOCK_AHEAD_HEADER)
  if (told === null || !/^\d{1,15}$/.test(told) || Number(told) === aheadMs) return
  aheadMs = Number(told)
  try {
    localStorage.setItem(storageKey, told)
  } catch {
    // Without storage the first answer after a reload says it again.
  }
}

function readStored(): number {
  try {
    return Number(localStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}
