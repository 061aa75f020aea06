/** A city that was typed without its country is not one that families or caregivers nearby can find. */
export const COUNTRY_MISSING = { path: ['country'], error: 'Choose the country of your city' }

export function hasCountryOfCity({ city, country }: { city: string; country: string }): boolean {
  return city.trim() === '' || country !== ''
}
