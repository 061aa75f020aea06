/** Raw sockets that send slowly, stop in the middle, or send what is no HTTP. */
import { connect } from 'node:net'

const EVERY_MS = 1_000
const UPGRADE = [
  'GET /ws/chat/ HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
].join('\r\n')
const POST = 'POST /api/auth/login/ HTTP/1.1\r\nHost: localhost\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const toUpload = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n`
const PART = '--b\r\nContent-Disposition: form-data; name="certificate"; filename="a.pdf"\r\n\r\n'

/** What each kind of socket sends at once, and then a byte a second. */
const KINDS: Record<string, { first: string; slowly?: string }> = {
  'headers a byte a second': { first: '', slowly: `${POST}X-Padding: ${'x'.repeat(1_000)}` },
  'a body a byte a second': {
    first: `${POST}${JSON_TYPE}Content-Length: 1000\r\n\r\n`,
    slowly: '{"email":"',
  },
  'headers and never the body': { first: `${POST}${JSON_TYPE}Content-Length: 1000\r\n\r\n` },
  'a chunked body that stops': { first: `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema` },
  'an upload a byte a second': { first: toUpload('/api/auth/caregiver/documents'), slowly: PART },
  'an upload to nowhere a byte a second': { first: toUpload('/api/nowhere'), slowly: PART },
  'nothing at all': { first: '' },
  'bytes that are no HTTP': { first: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
  'an upgrade whose headers never end': { first: `${UPGRADE}\r\n` },
  'an upgrade that never answers the close': {
    first: `${UPGRADE}\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  },
}

export const SLOW_KINDS = Object.keys(KINDS)

/**
 * Opens a slow socket.
 * @returns after how many ms the server closed it, or null if it is still open after `limitMs`
 */
export function measureSlowSocket(address: string, kind: string, limitMs: number): Promise<number | null> {
  const { first, slowly = '' } = KINDS[kind] as (typeof KINDS)[string]
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let openedAt = performance.now()
    let sent = 0
    const sending = setInterval(() => {
      socket.write(slowly.charAt(sent % (slowly.length || 1)))
      sent += 1
    }, EVERY_MS)
    if (!slowly) clearInterval(sending)
    const finish = (ms: number | null) => {
      clearInterval(sending)
      clearTimeout(giveUp)
      socket.destroy()
      resolve(ms)
    }
    const giveUp = setTimeout(finish, limitMs, null)
    socket.once('connect', () => {
      openedAt = performance.now()
      socket.write(first)
    })
    // Answers are read, so that the end of the connection is noticed.
    socket.resume()
    socket.on('error', () => {})
    socket.once('close', () => finish(performance.now() - openedAt))
  })
}
