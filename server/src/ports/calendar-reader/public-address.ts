import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Fills `done` with all addresses of a host; `dns.lookup` by default. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is of the public internet. IPv6 forms of IPv4 addresses, such as mapped and
 * translated ones, are not: no calendar needs them.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}

/** Whether it names a host of the internet, rather than an IP address or a host of the own network. */
export function isPublicName(host: string): boolean {
  return isIP(host) === 0 && /^[^.[\]]+(\.[^.[\]]+)+$/.test(host) && !host.endsWith('.localhost')
}

/**
 * A lookup for connections that leaves out the addresses that are not allowed. The connection goes to the
 * addresses that were checked, so a name can't resolve to another one a moment later.
 */
export function createCheckedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = lookup,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return done(error ?? new Error('The host has no public address'), '')
      if (options.all) return done(null, allowed)
      done(null, first.address, first.family)
    })
  }
}
