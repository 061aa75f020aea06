import { LANGUAGES, SKILLS } from '@tendwell/contract/reference'

const lowered = (words: readonly string[]) => words.map((word) => word.toLowerCase())

/**
 * The keys of the reference lists, each with a bit of its own by its place: `skill_bits` and `language_bits` of a
 * profile are made by them. A list that changes makes its column anew, by a migration.
 */
export const KNOWN_SKILLS = lowered(SKILLS)
export const KNOWN_LANGUAGES = lowered(LANGUAGES)

/** The bits of some keys, as PostgreSQL's `bits_of` makes them; null where one of the keys has none. */
export function bitsOf(keys: readonly string[], known: readonly string[]): string | null {
  const places = keys.map((key) => known.indexOf(key))
  if (places.includes(-1)) return null
  return places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n).toString()
}
