import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { selectNamesOfLargePlaces } from '../places/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import {
  isAboutCare,
  KNOWN_WORDS,
  type KnownCities,
  LARGE_CITY_PEOPLE,
  listMisspelled,
  replaceWords,
} from './free-text.ts'
import { toNameQuery } from './text-query.ts'

/** One letter in this many may be wrong, missing or too much. */
const LETTERS_PER_MISTAKE = 4

/**
 * A search text with its misspelled words replaced by known ones: roles, words of skills, languages,
 * countries and large cities. A word that is in a listed caregiver's name stays. Of several known words, the
 * one with the fewest mistakes is meant, and then the one that shares the most trigrams.
 * @param isFound whether anyone is found by the text as it is. If so, a text that says nothing about care is
 *   a name, and isn't read as a city.
 * @returns null if no word is misspelled
 * @see docs/rules/profiles-and-files.md#misspelled-words
 */
export async function correctSpelling(
  reader: Reader,
  { text, cities, isFound }: { text: string; cities: KnownCities; isFound: boolean },
): Promise<string | null> {
  const typed = listMisspelled(text, cities)
  if (typed.length === 0) return null
  const cityNames =
    isFound && !isAboutCare(text) ? sql`` : sql`UNION ${selectNamesOfLargePlaces(LARGE_CITY_PEOPLE)}`
  const { rows } = await reader.execute<{ typed: string; meant: string }>(sql`
    WITH known AS MATERIALIZED (SELECT unnest(${sql.param(KNOWN_WORDS)}::text[]) AS word ${cityNames})
    SELECT DISTINCT ON (typed) typed, word AS meant
    FROM unnest(${sql.param(typed)}::text[]) AS typed
    CROSS JOIN LATERAL (SELECT length(typed) / ${LETTERS_PER_MISTAKE}::int AS mistakes) AS limits
    JOIN known ON length(word) BETWEEN length(typed) - mistakes AND length(typed) + mistakes
      AND regexp_count(word, ' ') = regexp_count(typed, ' ')
      AND levenshtein_less_equal(typed, word, mistakes) <= mistakes
    WHERE length(typed) <= 60 AND NOT EXISTS (
      SELECT FROM ${caregiverProfiles}
      WHERE ${caregiverProfiles.isListed} AND ${caregiverProfiles.searchText} @@ ${toNameQuery(sql`typed`)})
    ORDER BY typed, levenshtein(typed, word), similarity(typed, word) DESC, word`)
  if (rows.length === 0) return null
  // Longer sequences first: "dog siter" is a dog sitter.
  const meanings = rows
    .map((row): [string, string] => [row.typed, row.meant])
    .toSorted(([one], [other]) => other.length - one.length)
  return replaceWords(text, new Map(meanings))
}
