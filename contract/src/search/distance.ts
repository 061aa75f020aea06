const KM_PER_MILE = 1.609344
const COUNTRIES_WITH_MILES: readonly string[] = ['United States', 'United Kingdom', 'Liberia', 'Myanmar']

/** A distance in miles where a country uses them; null where it uses kilometers. */
export function toMiles(km: number, country: string): number | null {
  return COUNTRIES_WITH_MILES.includes(country) ? km / KM_PER_MILE : null
}

/** `25 km`, or `15 miles`: in whole miles, rounded down, as all within them are within 25 km. */
export function formatReach(km: number, country: string): string {
  const miles = toMiles(km, country)
  return miles === null ? `${km} km` : `${Math.floor(miles)} miles`
}
