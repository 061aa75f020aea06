import { setTimeout as wait } from 'node:timers/promises'
import type { App } from './http.ts'

const CLOSE_IDLE_EVERY_MS = 50

export type Shutdown = {
  isStopping(): boolean
  /**
   * From this call on, `/readyz` answers 503 and every answer closes its connection. Returns after the delay,
   * in which a proxy notices and sends its calls to other nodes.
   */
  announce(): Promise<void>
  /** Accepts no more connections and lets running calls end. */
  close(): Promise<void>
}

/**
 * Stops a node in a way that fails no call, even if the proxy doesn't repeat failed calls.
 * @see docs/operations.md#rolling-restarts
 */
export function createShutdown(app: App, delayMs: number): Shutdown {
  let stopping = false
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  return {
    isStopping: () => stopping,
    async announce() {
      stopping = true
      if (app.server.listening) await wait(delayMs)
    },
    async close() {
      // `app.close` ends the connections that are idle when it begins, and waits for those that become idle
      // later: these are closed here.
      const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
      await app.close().finally(() => clearInterval(closing))
    },
  }
}
