import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { Reader, type Response } from 'mmdb-lib'

/** A record of this data, which has fewer fields than the library's types know. */
type CountryRecord = Response & { country_code: string }

/** Resolves the public-domain data of the internet registries, which comes as an npm package. */
const require = createRequire(import.meta.url)

let reader: Reader<Response> | null = null

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/**
 * Finds the country that a network address is registered in. It is an estimate: behind a VPN or a proxy, it
 * is the country of the VPN or proxy. The data is read at the first call and takes about 8 MB.
 * @returns the ISO 3166 code, such as `DE`; null for private and unknown addresses
 */
export function findCountry(ipAddress: string): string | null {
  if (!ipaddr.isValid(ipAddress)) return null
  reader ??= new Reader(
    readFileSync(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
  )
  // An IPv4 address may come in the form that IPv6 has for it.
  const record = reader.get(ipaddr.process(ipAddress).toString()) as CountryRecord | null
  return record?.country_code ?? null
}

/** The English name of a country. @param code as `findCountry` returns it */
export function nameCountry(code: string): string {
  return countryNames.of(code) ?? code
}
