import { COUNTRIES, type Country } from '@tendwell/contract/reference'
import { KNOWN_LANGUAGES, KNOWN_SKILLS } from './known-keys.ts'

/*
 * The places of the masks in a row of `caregiver_blocks`, as PostgreSQL counts from 1; `own_bits`, in the migrations,
 * gives each caregiver her bits in the same order. Both sheets begin with all of the listed and end with nobody.
 */

/** With skills are ratings and countries, with languages rates. */
export const SHEETS = { skills: 1, languages: 2 } as const

/** All of the listed. */
export const LISTED = 1
/** PostgreSQL writes 64 bits from the last to the first. */
const LAST_OF_KEYS = LISTED + 64

/** A number is kept as three digits, the lower two from 0 to 7; a mask says who reaches a digit from 1 on. */
const DIGIT_BITS = 3
const LAST_DIGIT = 7
type Digits = { before: number; highest: number; nobody: number }
const lastOf = (before: number, highest: number) => before + highest + 2 * LAST_DIGIT

const LAST_OF_RATING = lastOf(LAST_OF_KEYS, LAST_DIGIT)
const RATING = {
  before: LAST_OF_KEYS,
  highest: LAST_DIGIT,
  nobody: LAST_OF_RATING + COUNTRIES.length + 1,
}

const HIGHEST_OF_RATES = 15
const LAST_OF_WHOLE = lastOf(LAST_OF_KEYS, HIGHEST_OF_RATES)
const NO_RATE = lastOf(LAST_OF_WHOLE, HIGHEST_OF_RATES) + 1
const WHOLE_DOLLARS = { before: LAST_OF_KEYS, highest: HIGHEST_OF_RATES, nobody: NO_RATE }
const BEGUN_DOLLARS = { before: LAST_OF_WHOLE, highest: HIGHEST_OF_RATES, nobody: NO_RATE }

/** The masks that hold some skills, or languages; null where one of the keys has none. */
export function masksOf(keys: readonly string[], known: 'skills' | 'languages'): number[] | null {
  const list = known === 'skills' ? KNOWN_SKILLS : KNOWN_LANGUAGES
  const places = [...new Set(keys)].map((key) => list.indexOf(key))
  return places.includes(-1) ? null : places.map((place) => LAST_OF_KEYS - place)
}

export function maskOfCountry(country: Country): number {
  return LAST_OF_RATING + 1 + COUNTRIES.indexOf(country)
}

/**
 * The five masks that tell who reaches a number: more in the first digit, as much in it, so for the second, and as much
 * in the last.
 */
function placesReaching(value: number, { before, highest, nobody }: Digits): number[] {
  const maskOf = (digit: number, start: number, most: number) => {
    if (digit === 0) return LISTED
    return digit > most ? nobody : start + digit
  }
  const [high, middle, low] = [
    value >> (2 * DIGIT_BITS),
    (value >> DIGIT_BITS) & LAST_DIGIT,
    value & LAST_DIGIT,
  ]
  return [
    maskOf(high + 1, before, highest),
    maskOf(high, before, highest),
    maskOf(middle + 1, before + highest, LAST_DIGIT),
    maskOf(middle, before + highest, LAST_DIGIT),
    maskOf(low, before + highest + LAST_DIGIT, LAST_DIGIT),
  ]
}

/** More than anyone asks for an hour. */
const BEYOND_ALL_RATES = 1 << (4 + 2 * DIGIT_BITS)

/** Who asks for at least so many whole US dollars an hour. */
export function masksFromRate(usd: number): number[] {
  return placesReaching(Math.min(usd, BEYOND_ALL_RATES), WHOLE_DOLLARS)
}

/** Who asks for more than so many whole US dollars an hour. */
export function masksBeyondRate(usd: number): number[] {
  return placesReaching(Math.min(usd + 1, BEYOND_ALL_RATES), BEGUN_DOLLARS)
}

/** Who is rated with at least so many hundredths of a star, 0 to 599; nobody has more than 500. */
export function masksFromRating(hundredths: number): number[] {
  return placesReaching(hundredths, RATING)
}
