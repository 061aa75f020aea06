import type { Country } from '../reference.ts'

export type EmergencyNumber = {
  number: string
  /** What answers there; empty if every emergency service does. */
  service: string
}

const forAll = (number: string): readonly EmergencyNumber[] => [{ number, service: '' }]

/**
 * What to call in an emergency, in the order in which screens list them. In Saudi Arabia the number depends
 * on the region, so none is listed: a wrong number is worse than none.
 */
const NUMBERS: Record<Country, readonly EmergencyNumber[]> = {
  'United States': forAll('911'),
  Canada: forAll('911'),
  'United Kingdom': forAll('999'),
  Pakistan: [
    { number: '15', service: 'police' },
    { number: '1122', service: 'ambulance and fire' },
  ],
  India: forAll('112'),
  Germany: forAll('112'),
  France: forAll('112'),
  Australia: forAll('000'),
  'United Arab Emirates': [
    { number: '999', service: 'police' },
    { number: '998', service: 'ambulance' },
    { number: '997', service: 'fire' },
  ],
  'Saudi Arabia': [],
}

/**
 * The emergency numbers of a country.
 * @param country its English name, or an empty text
 * @returns none if they aren't known for certain
 * @see docs/rules/safety.md#safety-on-a-booking
 */
export function getEmergencyNumbers(country: string): readonly EmergencyNumber[] {
  return Object.hasOwn(NUMBERS, country) ? NUMBERS[country as Country] : []
}
