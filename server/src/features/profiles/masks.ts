import { COUNTRIES, type Country } from '@tendwell/contract/reference'
import { type SQL, sql } from 'drizzle-orm'
import { KNOWN_LANGUAGES, KNOWN_SKILLS } from './known-keys.ts'

/*
 * The places of the masks in a row of `caregiver_blocks`, as PostgreSQL counts from 1; `own_bits`, in the migrations,
 * gives each caregiver her bits in the same order.
 */

/** All of the listed. */
export const LISTED = 1
/** PostgreSQL writes 64 bits from the last to the first. */
const KEY_BITS = 64
const LAST_OF_KEYS = { skills: LISTED + KEY_BITS, languages: LISTED + 2 * KEY_BITS } as const

/** A number is kept as three digits, the lower two from 0 to 7; a mask says who reaches a digit from 1 on. */
const DIGIT_BITS = 3
const LAST_DIGIT = 7
type Digits = { before: number; highest: number }
const digitsAfter = (before: number, highest: number): Digits & { last: number } => ({
  before,
  highest,
  last: before + highest + 2 * LAST_DIGIT,
})
const WHOLE_DOLLARS = digitsAfter(LAST_OF_KEYS.languages, 15)
const BEGUN_DOLLARS = digitsAfter(WHOLE_DOLLARS.last, 15)
const RATING = digitsAfter(BEGUN_DOLLARS.last, LAST_DIGIT)
const NOBODY = RATING.last + COUNTRIES.length + 1

/** The masks that hold some skills, or languages; null where one of the keys has none. */
export function masksOf(keys: readonly string[], known: 'skills' | 'languages'): number[] | null {
  const list = known === 'skills' ? KNOWN_SKILLS : KNOWN_LANGUAGES
  const places = [...new Set(keys)].map((key) => list.indexOf(key))
  return places.includes(-1) ? null : places.map((place) => LAST_OF_KEYS[known] - place)
}

export function maskOfCountry(country: Country): number {
  return RATING.last + 1 + COUNTRIES.indexOf(country)
}

/**
 * The five masks that tell who reaches a number: more in the first digit, as much in it, so for the second, and as much
 * in the last.
 */
function placesReaching(value: number, { before, highest }: Digits): number[] {
  const maskOf = (digit: number, start: number, most: number) => {
    if (digit === 0) return LISTED
    return digit > most ? NOBODY : start + digit
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

/** One mask a block, of rows of both: of those who are in any of its masks. */
export function inAny(masks: readonly SQL[]): SQL {
  return sql`SELECT block, bit_or(mask) AS mask FROM (${sql.join([...masks], sql` UNION ALL `)}) AS masks GROUP BY block`
}
