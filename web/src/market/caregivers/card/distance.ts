import type { Place } from '@tendwell/contract/profiles/places'
import { plural } from '../../../lib/format/format.ts'

const kmPerMile = 1.609344
const countriesWithMiles: readonly string[] = ['United States', 'United Kingdom', 'Liberia', 'Myanmar']
/** Beyond this a distance says nothing, unless it says who is nearest. */
const shownUpToKm = 100

/** `10 km`, or `6 miles` in countries that use them. */
function formatDistance(km: number, country: string): string {
  if (!countriesWithMiles.includes(country)) return `${Math.round(km)} km`
  return plural(Math.round(km / kmPerMile), 'mile')
}

/** `Within 25 km`, or `Within 15 miles`: in whole miles, rounded down, as all within them are within 25 km. */
export function formatWithin(km: number, country: string): string {
  const isInMiles = countriesWithMiles.includes(country)
  return `Within ${isInMiles ? plural(Math.floor(km / kmPerMile), 'mile') : `${km} km`}`
}

/** `4 km away`; empty if it is the same city, far, or not known. Distances are from center to center. */
export function describeDistance(
  km: number | null | undefined,
  country: string,
  { isNearest = false } = {},
): string {
  if (km === null || km === undefined || km < 1 || (km > shownUpToKm && !isNearest)) return ''
  return `${formatDistance(Math.max(km, kmPerMile), country)} away`
}

/** `Within 25 km of Lyon`, `Near Lyon first`. */
export function describeNear(near: Place | null, withinKm: number | null): string {
  if (!near) return 'Near a city'
  return withinKm === null
    ? `Near ${near.name} first`
    : `${formatWithin(withinKm, near.country)} of ${near.name}`
}
