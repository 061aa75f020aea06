import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Digest = { bytes: number; sha256: string }

/** Writes a new file and flushes it to the disk. @returns its size and hash */
export async function writeHashed(file: string, source: Readable): Promise<Digest> {
  const digest = startDigest()
  await pipeline(source, digest.pass, createWriteStream(file, { flush: true, mode: 0o600, flags: 'wx' }))
  return digest.end()
}

/** Reads a stream to its end. @returns its size and hash */
export async function hashStream(source: Readable): Promise<Digest> {
  const digest = startDigest()
  for await (const chunk of digest.pass(source)) void chunk
  return digest.end()
}

/** Whether a file has this size and hash; false also if it is missing. */
export async function isIntact(file: string, expected: Digest): Promise<boolean> {
  const { bytes, sha256 } = await hashStream(createReadStream(file)).catch(() => ({ bytes: -1, sha256: '' }))
  return bytes === expected.bytes && sha256 === expected.sha256
}

/** `pass` passes chunks on unchanged and hashes them; `end` returns the size and hash of all of them. */
function startDigest() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    end: (): Digest => ({ bytes, sha256: hash.digest('hex') }),
  }
}
