import type { Place } from '@tendwell/contract/profiles/places'
import { formatReach, toMiles } from '@tendwell/contract/search/distance'
import { plural } from '../../../lib/format/format.ts'
import { formatCount } from '../../../lib/format/format-count.ts'

/** Beyond this a distance says nothing, unless it says who is nearest. */
const shownUpToKm = 100
/** A mile; less is not told apart. */
const shownFromKm = 1.609344

/** `1,240 km`, or `6 miles` in countries that use them. */
function formatDistance(km: number, country: string): string {
  const miles = toMiles(km, country)
  return miles === null ? `${formatCount(Math.round(km))} km` : plural(Math.round(miles), 'mile')
}

/** `Within 25 km`, or `Within 15 miles`. */
export function formatWithin(km: number, country: string): string {
  return `Within ${formatReach(km, country)}`
}

/**
 * `4 km away`; empty if it is the same city, far, or not known. Distances are from center to center.
 * @param country the one in which one searches, whose unit is used
 */
export function describeDistance(
  km: number | null | undefined,
  country: string,
  { isNearest = false } = {},
): string {
  if (km === null || km === undefined || km < 1 || (km > shownUpToKm && !isNearest)) return ''
  return `${formatDistance(Math.max(km, shownFromKm), country)} away`
}

/** `Within 25 km of Lyon`, `Near Lyon first`. */
export function describeNear(near: Place | null, withinKm: number | null): string {
  if (!near) return 'Near a city'
  return withinKm === null
    ? `Near ${near.name} first`
    : `${formatWithin(withinKm, near.country)} of ${near.name}`
}
