import { toMiles } from '@tendwell/contract/search/distance'
import { plural } from '../../lib/format/format.ts'
import { formatCount } from '../../lib/format/format-count.ts'

/** A distance of so many kilometers in the unit of a country, with at most one decimal. */
export function toLocalDistance(km: number, country: string): number {
  return Math.round((toMiles(km, country) ?? km) * 10) / 10
}

/** `10 miles`, or `16 km`. */
export function formatTravel(km: number, country: string): string {
  const distance = toLocalDistance(km, country)
  return toMiles(km, country) === null ? `${distance} km` : plural(distance, 'mile')
}

/** `32 miles`, or `51 km`: in whole ones, rounded up, so that what is beyond a limit never reads like the limit. */
export function formatAbout(km: number, country: string): string {
  const miles = toMiles(km, country)
  return miles === null ? `${formatCount(Math.ceil(km))} km` : plural(Math.ceil(miles), 'mile')
}

/** The country of this browser's language, as in `en-US`, by its English name; empty where it names none. */
export function getBrowserCountry(): string {
  const [, region] = /-([A-Z]{2})\b/.exec(navigator.language) ?? []
  return region ? (new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? '') : ''
}
