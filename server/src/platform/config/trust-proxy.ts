import { isIP } from 'node:net'

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether a text is a named range, an address, or a network such as `10.0.0.0/8`. */
function isRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', prefixLength, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    prefixLength === undefined ||
    (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= (version === 4 ? 32 : 128))
  )
}

/**
 * Reads TRUST_PROXY: the addresses, networks or named ranges of proxies. A number of proxies is not accepted,
 * because then callers who reach a node directly could forge their address.
 * @returns null if a part of the text is something else
 */
export function readTrustProxy(text: string): string[] | null {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isRange) ? ranges : null
}
