import type { IncomingHttpHeaders } from 'node:http'
import parseRange from 'range-parser'
import type { ByteRange } from '../../../ports/storage/port.ts'

/**
 * Reads which part of a file a call wants.
 * @returns null for the whole file, also where several parts or a part of another version are wanted;
 *   `outside` for a part that the file doesn't have
 */
export function readRange(
  headers: IncomingHttpHeaders,
  file: { bytes: number; etag: string },
): ByteRange | 'outside' | null {
  const wantsOther = headers['if-range'] !== undefined && headers['if-range'] !== file.etag
  if (!headers.range?.startsWith('bytes=') || wantsOther) return null
  const ranges = parseRange(file.bytes, headers.range)
  if (ranges === -1) return 'outside'
  return (ranges !== -2 && ranges.length === 1 && ranges[0]) || null
}
