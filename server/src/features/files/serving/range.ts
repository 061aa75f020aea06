import type { IncomingHttpHeaders } from 'node:http'
import parseRange from 'range-parser'
import type { ByteRange } from '../../../ports/storage/port.ts'

/**
 * Reads from the headers which part of a file a call asks for.
 * @returns null for the whole file, which also answers a call for several parts or for a part of another
 *   version; `outside` for a part that the file doesn't have
 */
export function readRange(
  headers: IncomingHttpHeaders,
  file: { bytes: number; etag: string },
): ByteRange | 'outside' | null {
  const wantsOtherVersion = headers['if-range'] !== undefined && headers['if-range'] !== file.etag
  if (!headers.range?.startsWith('bytes=') || wantsOtherVersion) return null
  const ranges = parseRange(file.bytes, headers.range)
  // The library returns -1 if no part is within the file, and -2 for a malformed header.
  if (ranges === -1) return 'outside'
  if (ranges === -2 || ranges.length > 1) return null
  return ranges[0] ?? null
}
