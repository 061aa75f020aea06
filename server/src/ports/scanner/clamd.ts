import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { AppError } from '../../platform/errors.ts'
import type { Scanner } from './port.ts'

export type ClamdAddress = { host: string; port: number }

const CONNECT_TIMEOUT_MS = 2_000
/** The limit of a whole scan. clamd takes a second or two for 10 MB. */
const SCAN_TIMEOUT_MS = 30_000

/** A scanner for installations without one: every file counts as clean. */
export const noScanner: Scanner = { scan: async () => null }

/** Scans with a clamd server, by its INSTREAM command over TCP. */
export function createClamdScanner(address: ClamdAddress): Scanner {
  return {
    async scan(content) {
      try {
        return readVerdict(await askClamd(address, content))
      } catch (error) {
        const detail = "Files can't be checked for viruses right now. Please try again later"
        throw new AppError(503, 'unavailable', detail, { cause: error })
      }
    },
  }
}

/** @returns clamd's answer about these bytes. @throws Error if it can't be reached or takes too long */
async function askClamd(address: ClamdAddress, content: AsyncIterable<Uint8Array>): Promise<string> {
  const socket = connect(address)
  const timeout = setTimeout(() => socket.destroy(new Error('clamd took too long')), SCAN_TIMEOUT_MS)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
    const [answer] = await Promise.all([text(socket), sendStream(socket, content)])
    return answer
  } finally {
    clearTimeout(timeout)
    socket.destroy()
  }
}

/** Sends each chunk after its length, as clamd expects; a length of 0 ends the stream. */
async function sendStream(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of content) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    if (!socket.write(chunk)) await once(socket, 'drain')
  }
  socket.write(Buffer.alloc(4))
}

/** @returns the virus's name, or null @throws Error for any other answer */
function readVerdict(answer: string): string | null {
  const verdict = answer.replace(/\0/g, '').trim()
  if (verdict === 'stream: OK') return null
  const [, virus] = /^stream: (.+) FOUND$/.exec(verdict) ?? []
  if (!virus) throw new Error(`clamd answered ${verdict.slice(0, 200)}`)
  return virus
}
