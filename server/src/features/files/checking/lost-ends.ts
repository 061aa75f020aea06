/**
 * Gives PNG and WebP files that lost their last bytes an end again, so that the rest of them can be decoded.
 * @see docs/rules/profiles-and-files.md#uploads
 */
import { crc32 } from 'node:zlib'

const PNG_BEGINNING = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PNG_END = toChunk('IEND', Buffer.alloc(0))
/** A PNG chunk has 4 bytes for its length and 4 for its type, then the data, then 4 for its check sum. */
const CHUNK_HEAD = 8
const CHUNK_FRAME = 12

/** A WebP begins with `RIFF` and 4 bytes for the length of what follows. */
const RIFF_HEAD = 8
/** How much a WebP may lack: this share of its bytes, or `MAX_LOST_BYTES` if that is more. */
const MAX_LOST_SHARE = 1 / 20
const MAX_LOST_BYTES = 64

/** A PNG chunk with its length and check sum. */
function toChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, sum])
}

/**
 * Ends a PNG that was cut off: the cut chunk becomes a shorter complete one, and the end chunk is added.
 * @returns null if the picture isn't a PNG, or is complete
 */
export function restorePngEnd(picture: Buffer): Buffer | null {
  if (!picture.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING)) return null
  let offset = PNG_BEGINNING.length
  while (offset + CHUNK_HEAD <= picture.length) {
    const end = offset + CHUNK_FRAME + picture.readUInt32BE(offset)
    const type = picture.toString('latin1', offset + 4, offset + CHUNK_HEAD)
    if (end > picture.length) {
      const remainingData = picture.subarray(offset + CHUNK_HEAD, Math.min(picture.length, end - 4))
      const shortenedChunk = type === 'IDAT' ? [toChunk(type, remainingData)] : []
      return Buffer.concat([picture.subarray(0, offset), ...shortenedChunk, PNG_END])
    }
    if (type === 'IEND') return null
    offset = end
  }
  return Buffer.concat([picture.subarray(0, offset), PNG_END])
}

/**
 * Fills a WebP that was cut off with zeros, up to the length in its header.
 * @returns null if the picture isn't a WebP, is complete, or lacks too much
 */
export function restoreWebpEnd(picture: Buffer): Buffer | null {
  const isWebp = picture.toString('latin1', 0, 4) === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return null
  const wholeBytes = picture.readUInt32LE(4) + RIFF_HEAD
  const lostBytes = wholeBytes - picture.length
  if (lostBytes <= 0 || lostBytes > Math.max(MAX_LOST_BYTES, wholeBytes * MAX_LOST_SHARE)) return null
  return Buffer.concat([picture, Buffer.alloc(lostBytes)])
}
