import type { Place } from '@tendwell/contract/profiles/places'

const kmPerMile = 1.609344
const countriesWithMiles: readonly string[] = ['United States', 'United Kingdom']
/** Beyond this a distance says nothing. */
const shownUpToKm = 100

/** `10 km`, or `6 miles` in countries that use them. */
export function formatDistance(km: number, country: string): string {
  if (!countriesWithMiles.includes(country)) return `${Math.round(km)} km`
  const miles = Math.round(km / kmPerMile)
  return miles === 1 ? '1 mile' : `${miles} miles`
}

/** `4 km away`; empty if it is the same city, far, or not known. Distances are from center to center. */
export function describeDistance(km: number | null | undefined, country: string): string {
  if (km === null || km === undefined || km < 1 || km > shownUpToKm) return ''
  return `${formatDistance(Math.max(km, kmPerMile), country)} away`
}

/** `Within 25 km of Lyon`, `Near Lyon first`. */
export function describeNear(near: Place | null, withinKm: number | null): string {
  if (!near) return 'Near a city'
  return withinKm === null
    ? `Near ${near.name} first`
    : `Within ${formatDistance(withinKm, near.country)} of ${near.name}`
}
