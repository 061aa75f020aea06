const KM_PER_MILE = 1.609344
const COUNTRIES_WITH_MILES: readonly string[] = ['United States', 'United Kingdom', 'Liberia', 'Myanmar']

/** A distance in miles where a country uses them; null where it uses kilometers. */
export function toMiles(km: number, country: string): number | null {
  return COUNTRIES_WITH_MILES.includes(country) ? km / KM_PER_MILE : null
}

/** The kilometers of a distance that somebody in a country enters: miles where it uses them. */
export function toKm(distance: number, country: string): number {
  return COUNTRIES_WITH_MILES.includes(country) ? distance * KM_PER_MILE : distance
}

/** `25 km`, or `15 miles`: in whole miles, rounded down, as all within them are within 25 km. */
export function formatReach(km: number, country: string): string {
  const miles = toMiles(km, country)
  return miles === null ? `${km} km` : `${Math.floor(miles)} miles`
}
