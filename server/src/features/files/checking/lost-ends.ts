/**
 * Pictures that lost their last bytes, with an end again, so that what is left of them can be shown.
 * @see docs/rules/profiles-and-files.md#uploads
 */
import { crc32 } from 'node:zlib'

const PNG_BEGINNING = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PNG_END = toChunk('IEND', Buffer.alloc(0))
/** Of a chunk: 4 bytes for its length and 4 for its type before the data, 4 for its check sum after it. */
const CHUNK_HEAD = 8
const CHUNK_FRAME = 12

const RIFF_HEAD = 8
/** What a WebP may lack: a part of its bytes, and of a very small one a few. */
const LOST_PART = 1 / 20
const LOST_BYTES = 64

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/**
 * @returns a PNG whose last chunk is as long as what is left of it; null if this is none, or lacks nothing
 */
export function endPng(picture: Buffer): Buffer | null {
  if (!picture.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING)) return null
  let at = PNG_BEGINNING.length
  while (at + CHUNK_HEAD <= picture.length) {
    const end = at + CHUNK_FRAME + picture.readUInt32BE(at)
    const type = picture.toString('latin1', at + 4, at + CHUNK_HEAD)
    if (end > picture.length) {
      const left = picture.subarray(at + CHUNK_HEAD, Math.min(picture.length, end - 4))
      const last = type === 'IDAT' ? [toChunk(type, left)] : []
      return Buffer.concat([picture.subarray(0, at), ...last, PNG_END])
    }
    if (type === 'IEND') return null
    at = end
  }
  return Buffer.concat([picture.subarray(0, at), PNG_END])
}

/** @returns a WebP that is as long as it says; null if this is none, or lacks nothing or too much */
export function endWebp(picture: Buffer): Buffer | null {
  const isWebp = picture.toString('latin1', 0, 4) === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return null
  const bytes = picture.readUInt32LE(4) + RIFF_HEAD
  const lost = bytes - picture.length
  if (lost <= 0 || lost > Math.max(LOST_BYTES, bytes * LOST_PART)) return null
  return Buffer.concat([picture, Buffer.alloc(lost)])
}
