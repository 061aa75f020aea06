import { isIP } from 'node:net'

const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether it is a named range, an address, or an address and the length of its network. */
function isRange(text: string): boolean {
  if (RANGES.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Reads TRUST_PROXY: the addresses, networks or named ranges of proxies. A number of proxies is not accepted,
 * because it would believe callers who reach a node directly.
 * @returns null if a part of it is none of these
 */
export function readTrustProxy(text: string): string[] | null {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isRange) ? ranges : null
}
