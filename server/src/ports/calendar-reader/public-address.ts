import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Looks up all addresses of a host and calls `done` with them, as `dns.lookup` does. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is public. IPv6 forms of IPv4 addresses, such as mapped and translated ones, count as
 * not public, because no calendar needs them.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}

/**
 * Whether a host name may be public: not an IP address, and not a name of the local network such as `nas`.
 */
export function isPublicName(host: string): boolean {
  return isIP(host) === 0 && /^[^.[\]]+(\.[^.[\]]+)+$/.test(host) && !host.endsWith('.localhost')
}

/**
 * Creates a lookup for connections that returns only allowed addresses. As the connection uses the addresses
 * that were checked, a name can't pass the check and then resolve to another address.
 */
export function createCheckedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = lookup,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const allowedAddresses = error ? [] : addresses.filter(({ address }) => isAllowed(address))
      const [firstAllowed] = allowedAddresses
      if (!firstAllowed) return done(error ?? new Error('The host has no public address'), '')
      if (options.all) return done(null, allowedAddresses)
      done(null, firstAllowed.address, firstAllowed.family)
    })
  }
}
