import { RETRYABLE_ERROR_CODES } from '@tendwell/contract/realtime'
import { reconnectDelayMs } from '../../lib/realtime.ts'
import type { Outbox, Pending } from './outbox.ts'

/** What became of a message that was sent: stored, refused with a code, or unknown as the connection broke. */
export type Outcome = 'stored' | 'lost' | { code: string; detail: string }

interface DeliveryOptions {
  userId: number
  outbox: Outbox
  isOpen: () => boolean
  /** Sends one message and waits for its acknowledgement. */
  send: (pending: Pending) => Promise<Outcome>
}

/**
 * Sends what waits in the outbox, each message when the one before is acknowledged, as long as the connection holds.
 * Of several tabs one delivers at a time, so nothing is sent twice.
 */
export function createDelivery({ userId, outbox, isOpen, send }: DeliveryOptions) {
  let underway = false

  async function deliver() {
    for (let refusals = 0; ; ) {
      const pending = outbox.next()
      if (!pending || !isOpen()) return
      const outcome = await send(pending)
      if (outcome === 'lost') return
      if (outcome === 'stored') {
        refusals = 0
      } else if (RETRYABLE_ERROR_CODES.includes(outcome.code)) {
        await pause(reconnectDelayMs(refusals++))
      } else {
        outbox.refuse(pending.clientId, outcome.detail)
      }
    }
  }

  return async function begin(): Promise<void> {
    if (underway) return
    underway = true
    try {
      await inTurn(`tendwell.outbox.${userId}`, deliver)
    } finally {
      underway = false
    }
    // What was written in the moment of leaving.
    if (outbox.next() && isOpen()) void begin()
  }
}

/** One tab at a time, where the browser has Web Locks. Without them two tabs may both send, which stores once. */
function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
