/** A stand-in for clamd on loopback: it speaks INSTREAM and finds the word VIRUS. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type TestClamd = {
  /** For `CLAMAV_HOST`. */
  address: string
  /** The bytes of every file it was sent. */
  scanned: Buffer[]
  /** What it answers instead of a verdict; undefined by default. */
  answer: string | undefined
  close(): Promise<void>
}

const COMMAND = 'zINSTREAM\0'

/** @returns the file's bytes, or null while some are missing */
function readStream(received: Buffer): Buffer | null {
  if (!received.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND))) return null
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

export async function startClamd(): Promise<TestClamd> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      const file = readStream(received)
      if (!file) return
      clamd.scanned.push(file)
      const verdict = file.includes('VIRUS') ? 'Test-Virus FOUND' : 'OK'
      socket.end(`${clamd.answer ?? `stream: ${verdict}`}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clamd: TestClamd = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned: [],
    answer: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return clamd
}
