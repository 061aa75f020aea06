import { centsFromUsd } from '@tendwell/contract/money'
import type { CaregiverSearch } from '@tendwell/contract/profiles'
import { COUNTRIES } from '@tendwell/contract/reference'
import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gte,
  like,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { literally } from '../../platform/database.ts'
import { opensFor } from '../availability/index.ts'
import { bitsOf, caregiverProfiles, KNOWN_LANGUAGES, KNOWN_SKILLS } from '../profiles/index.ts'

function lowered(words: readonly string[] | undefined): string[] | undefined {
  return words && words.length > 0 ? words.map((word) => word.toLowerCase()) : undefined
}

/** A text filter that holds something, or undefined: a form sends its empty fields as well. */
function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

/**
 * The words looked for, as they stand and as stemmed English: the first finds names that English takes for filler
 * ("Will"), the second finds "caring" by "care".
 */
function wordsQuery(q: string): SQL {
  return sql`(websearch_to_tsquery('simple', ${q}) || websearch_to_tsquery('english', ${q}))`
}

/** Names that begin with this, or one of whose later names does. */
function isNamed(q: string): SQL | undefined {
  const name = sql`lower(${caregiverProfiles.fullName})`
  const start = `${literally(q)}%`
  return or(like(name, sql`lower(${start})`), like(name, sql`lower(${`% ${start}`})`))
}

function hasAllSkills(skills: readonly string[], forCount: boolean): SQL {
  const bits = forCount ? bitsOf(skills, KNOWN_SKILLS) : null
  if (bits === null) return arrayContains(caregiverProfiles.skillKeys, [...skills])
  // As good as `=`, and PostgreSQL takes it for far less rare.
  return sql`${caregiverProfiles.skillBits} & ${bits}::bigint >= ${bits}::bigint`
}

function speaksAny(languages: readonly string[], forCount: boolean): SQL {
  const bits = forCount ? bitsOf(languages, KNOWN_LANGUAGES) : null
  if (bits === null) return arrayOverlaps(caregiverProfiles.languageKeys, [...languages])
  return sql`${caregiverProfiles.languageBits} & ${bits}::bigint > 0`
}

/**
 * The condition that a listed caregiver meets (decisions §3): every filter that was given, all of the skills, any of
 * the languages; case never matters, a city may be cut short, rates are what a family pays. Null when nobody can
 * meet it, since the country is none that caregivers live in, or the date is over or too far ahead.
 * @param forCount says the same by narrow columns: quick to go through for many people, not to find a few of them
 */
export function matching(
  search: CaregiverSearch,
  now: Date,
  { forCount = false } = {},
): SQL | undefined | null {
  const q = given(search.q)
  const city = given(search.city)
  const wanted = given(search.country)?.toLowerCase()
  const country = COUNTRIES.find((name) => name.toLowerCase() === wanted)
  if (wanted && !country) return null
  const { available_on: date, start, end, timezone: zone } = search
  const opens = date && opensFor(caregiverProfiles.userId, { date, start, end, zone }, now)
  if (opens === null) return null
  const cityName = sql`lower(${caregiverProfiles.city})`
  const skills = lowered(search.skills)
  const languages = lowered(search.languages)
  const { min_rate: least, max_rate: most, min_rating: rating } = search
  return and(
    // Written as a bare column, because the partial indexes are.
    sql`${caregiverProfiles.isListed}`,
    country && eq(caregiverProfiles.country, country),
    city === undefined ? undefined : like(cityName, sql`lower(${`${literally(city)}%`})`),
    skills && hasAllSkills(skills, forCount),
    languages && speaksAny(languages, forCount),
    least === undefined ? undefined : gte(caregiverProfiles.priceCents, centsFromUsd(least)),
    most === undefined ? undefined : lte(caregiverProfiles.priceCents, centsFromUsd(most)),
    rating === undefined ? undefined : gte(caregiverProfiles.ratingHundredths, Math.round(rating * 100)),
    q === undefined ? undefined : or(sql`${caregiverProfiles.searchText} @@ ${wordsQuery(q)}`, isNamed(q)),
    opens || undefined,
  )
}

/** Best rated first, then most rated: how lists go unless something else is asked for. */
export const BY_RATING: readonly SQL[] = [
  desc(caregiverProfiles.ratingHundredths),
  desc(caregiverProfiles.ratingCount),
  asc(caregiverProfiles.userId),
]

const ORDERS: Record<NonNullable<CaregiverSearch['ordering']>, readonly SQL[]> = {
  rating: BY_RATING,
  rate: [asc(caregiverProfiles.priceCents), asc(caregiverProfiles.userId)],
  '-rate': [desc(caregiverProfiles.priceCents), asc(caregiverProfiles.userId)],
  // Ids grow with time, and their index is there already.
  newest: [desc(caregiverProfiles.userId)],
}

/** How well a caregiver fits the words looked for; undefined where no words order the list. */
export function relevanceOf(search: CaregiverSearch): SQL | undefined {
  const q = given(search.q)
  if (q === undefined || search.ordering) return undefined
  return sql`ts_rank(${caregiverProfiles.searchText}, ${wordsQuery(q)}) + (${isNamed(q)})::int`
}

/** The order that was asked for, or by rating. */
export function orderOf({ ordering = 'rating' }: CaregiverSearch): readonly SQL[] {
  return ORDERS[ordering]
}
