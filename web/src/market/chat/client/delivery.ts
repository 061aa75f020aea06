import { RETRYABLE_ERROR_CODES } from '@tendwell/contract/realtime'
import { withTabLock } from '../../../lib/session/tab-lock.ts'
import type { DeliveryResult } from './acknowledgements.ts'
import type { Outbox, PendingMessage } from './outbox.ts'

const retryDelayMs = 2_000

interface DeliveryOptions {
  userId: number
  outbox: Outbox
  isOpen: () => boolean
  /** Sends a message and waits for its acknowledgement. */
  send: (message: PendingMessage) => Promise<DeliveryResult>
}

/**
 * Sends the outbox while the connection lasts. Each message waits for the acknowledgement of the one before.
 * Only one tab delivers at a time.
 */
export function createDelivery({ userId, outbox, isOpen, send }: DeliveryOptions) {
  let isRunning = false

  async function sendAll() {
    for (;;) {
      const message = outbox.next()
      if (!message || !isOpen()) return
      const result = await send(message)
      if (result === 'lost') return
      if (result === 'stored') continue
      if (RETRYABLE_ERROR_CODES.includes(result.code)) await pause(retryDelayMs)
      else outbox.refuse(message.clientId, result.detail)
    }
  }

  return async function deliver(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await withTabLock(`tendwell.outbox.${userId}`, sendAll)
    } finally {
      isRunning = false
    }
    // A message may have been added just as the loop ended.
    if (outbox.next() && isOpen()) void deliver()
  }
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
