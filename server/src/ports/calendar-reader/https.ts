import { Agent, fetch, type Response } from 'undici'
import { type CalendarReader, ReadingError } from './port.ts'
import {
  createCheckedLookup,
  isLoopbackAddress,
  isPublicAddress,
  isPublicName,
  type Resolve,
} from './public-address.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
const MAX_REDIRECTS = 3

type Options = {
  /** For tests: the certificate of an authority whose calendars on loopback may be read too, at any port. */
  loopbackAuthority?: string | undefined
  resolve?: Resolve
  timeoutMs?: number
}

/**
 * Reads calendars over https from hosts of the public internet.
 * @see docs/rules/calendars.md#reading
 */
export function createHttpsCalendarReader({
  loopbackAuthority,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: Options = {}): CalendarReader {
  const isOnLoopback = (address: string) => loopbackAuthority !== undefined && isLoopbackAddress(address)
  const lookup = createCheckedLookup((address) => isPublicAddress(address) || isOnLoopback(address), resolve)
  /** @throws ReadingError for an address that is not https, has a login or port, or can't be public */
  const requireAllowed = (url: URL) => {
    const { protocol, hostname, port, username, password } = url
    const isPublic = isPublicName(hostname) && (port === '' || loopbackAuthority !== undefined)
    if (protocol !== 'https:' || username || password || !(isPublic || isOnLoopback(hostname))) {
      throw new ReadingError('refused')
    }
  }

  return {
    async read(address) {
      if (!URL.canParse(address)) throw new ReadingError('refused')
      const dispatcher = new Agent({
        connect: { lookup, ...(loopbackAuthority && { ca: loopbackAuthority }) },
      })
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        let url = new URL(address)
        for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
          requireAllowed(url)
          const headers = { accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1', 'user-agent': 'Tendwell' }
          const response = await fetch(url, { dispatcher, headers, redirect: 'manual', signal })
          const redirectUrl = findRedirect(response, url)
          if (!redirectUrl) return await readText(response)
          await response.body?.cancel()
          url = redirectUrl
        }
        throw new ReadingError('too_many_redirects')
      } catch (error) {
        if (error instanceof ReadingError) throw error
        // The same problem for a private address as for an unreachable one, so that callers can't find out
        // what is in the server's network.
        throw new ReadingError(signal.aborted ? 'too_slow' : 'unreachable')
      } finally {
        await dispatcher.destroy()
      }
    },
  }
}

/** @returns null if the answer is no redirect. @throws ReadingError if it leads to no address */
function findRedirect({ status, headers }: Response, from: URL): URL | null {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null) return null
  if (!URL.canParse(location, from.href)) throw new ReadingError('server_error')
  return new URL(location, from)
}

/**
 * Reads an answer of at most 1 MB. Bytes are counted after decompression, which can make a small answer huge.
 */
async function readText(response: Response): Promise<string> {
  if (response.status >= 400 && response.status < 500) throw new ReadingError('missing')
  if (response.status !== 200) throw new ReadingError('server_error')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new ReadingError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
