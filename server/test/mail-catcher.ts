/** An SMTP server on loopback that counts what it is sent, and that tests can stop or slow down. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type MailCatcher = {
  /** For `SMTP_URL`. */
  url: string
  /** Each email that it has accepted, in order, with its source. */
  emails: { source: string; receivedMs: number }[]
  /** From now on it takes this long to accept an email. */
  setDelay(ms: number): void
  /** Ends its connections and refuses new ones. */
  stop(): Promise<void>
  /** Listens again, at the same address. */
  start(): Promise<void>
}

export async function startMailCatcher(): Promise<MailCatcher> {
  const emails: MailCatcher['emails'] = []
  let delayMs = 0
  let port = 0
  let isStopped = false
  let server: SMTPServer

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      closeTimeout: 1,
      onData: async (stream, _session, done) => {
        // Null: the sender died.
        const source = await text(stream).catch(() => null)
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        if (source === null || isStopped) return
        emails.push({ source, receivedMs: Date.now() })
        done()
      },
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
    isStopped = false
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    setDelay(ms) {
      delayMs = ms
    },
    stop() {
      isStopped = true
      return new Promise((resolve) => server.close(() => resolve()))
    },
    start,
  }
}
