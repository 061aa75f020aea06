import { centsFromUsd } from '@tendwell/contract/money'
import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
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
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { escapeLike } from '../../platform/database/database.ts'
import { isFree, type WantedHours } from '../availability/index.ts'
import type { NamedPlace } from '../places/index.ts'
import { caregiverProfiles, toRatingHundredths } from '../profiles/index.ts'
import { type KnownCities, listCityPlaces } from './free-text.ts'
import type { FamilyWishes } from './matching/wishes.ts'
import { isInNamedPlace, isWithin, type NearPlace } from './near.ts'
import { toRankQuery, toTextCondition } from './text-query.ts'

/** What a search needs to know besides its own fields. */
export type SearchContext = {
  /** The id of the person who is logged in; null for a visitor. */
  viewerId: number | null
  now: Date
  /** The place near which caregivers are searched. */
  near: NearPlace | null
  /**
   * The place that the search text or the city names, if all matches are in it or near it. Then it is `near` too, and
   * the closest come first.
   */
  named: NamedPlace | null
  /** The cities that the search text and the city may name. */
  cities: KnownCities
  /** Caregivers who have blocked the viewer or whom the viewer has blocked. */
  blockedIds: readonly number[]
  /** What a family's best matches go by; null if the search isn't for them. */
  wishes: FamilyWishes | null
}

/**
 * The SQL condition of a search. A caregiver must match every filter that is given, with all of the skills
 * and any of the languages. Case and accents are ignored, the city is a prefix or, with `around`, a place with
 * those near it, and rates are the price that
 * a family pays.
 * @returns null if no caregiver can match, because the country is unknown or the date is over or too far
 *   ahead
 * @see docs/rules/profiles-and-files.md#search
 */
export function toSearchCondition(
  search: CaregiverSearch,
  { now, near, cities, blockedIds }: SearchContext,
): SQL | null {
  const wantedHours = toWantedHours(search)
  const isFreeThen = wantedHours ? isFree(wantedHours, now) : undefined
  const countryKey = trimToUndefined(search.country)?.toLowerCase()
  const country = COUNTRIES.find((name) => name.toLowerCase() === countryKey)
  if (isFreeThen === null || (countryKey && !country)) return null

  const { min_rate: minRate, max_rate: maxRate, min_rating: minRating } = search
  const city = trimToUndefined(search.city)
  const cityPlaces = search.around ? listCityPlaces(search, cities) : []
  const skills = toKeys(search.skills)
  const languages = toKeys(search.languages)
  const excludedIds = [...blockedIds, ...(search.except ?? [])]
  return and(
    // Written exactly as in the partial indexes, so that PostgreSQL can use them.
    sql`${caregiverProfiles.isListed}`,
    excludedIds.length > 0 ? notInArray(caregiverProfiles.userId, excludedIds) : undefined,
    country && eq(caregiverProfiles.country, country),
    cityPlaces.length > 0
      ? isInNamedPlace(cityPlaces)
      : city === undefined
        ? undefined
        : like(caregiverProfiles.cityKey, sql`fold(${`${escapeLike(city)}%`})`),
    near && search.within_km !== undefined ? isWithin(near, search.within_km) : undefined,
    skills && arrayContains(caregiverProfiles.skillKeys, skills),
    languages && arrayOverlaps(caregiverProfiles.languageKeys, languages),
    minRate === undefined ? undefined : gte(caregiverProfiles.priceCents, centsFromUsd(minRate)),
    maxRate === undefined ? undefined : lte(caregiverProfiles.priceCents, centsFromUsd(maxRate)),
    minRating === undefined
      ? undefined
      : gte(caregiverProfiles.ratingHundredths, toRatingHundredths(minRating)),
    toTextCondition(search.q, cities),
    isFreeThen,
  ) as SQL
}

/** The hours of a search by date; null for other searches. */
export function toWantedHours({
  available_on: date,
  start,
  end,
  timezone: zone,
}: CaregiverSearch): WantedHours | null {
  return date === undefined ? null : { date, start, end, zone }
}

/** Best rated first, then most reviewed, then oldest account. */
export const BY_RATING: readonly SQL[] = [
  desc(caregiverProfiles.ratingHundredths),
  desc(caregiverProfiles.ratingCount),
  asc(caregiverProfiles.userId),
]

const ORDERS: Record<NonNullable<CaregiverSearch['ordering']>, readonly SQL[]> = {
  match: BY_RATING,
  recommended: BY_RATING,
  rating: BY_RATING,
  rate: [asc(caregiverProfiles.priceCents), asc(caregiverProfiles.userId)],
  '-rate': [desc(caregiverProfiles.priceCents), asc(caregiverProfiles.userId)],
  // Newer accounts have higher ids.
  newest: [desc(caregiverProfiles.userId)],
}

/** The order that the search asks for; without one, by rating. */
export function toOrder({ ordering = 'recommended' }: CaregiverSearch): readonly SQL[] {
  return ORDERS[ordering]
}

/** Whether the search asks for an order that goes by one figure, so that nothing else comes first. */
export function hasOrder({ ordering = 'recommended' }: CaregiverSearch): boolean {
  return ordering !== 'recommended' && ordering !== 'match'
}

/** Whether a family asks for its best matches. With a search text relevance comes first, as for everyone. */
export function isForBestMatches({ ordering, q }: CaregiverSearch): boolean {
  return ordering === 'match' && trimToUndefined(q) === undefined
}

/**
 * The SQL value of how well a caregiver matches the search text; undefined without a text or with another
 * order.
 */
export function toRelevance(search: CaregiverSearch, { cities }: SearchContext): SQL | undefined {
  const query = toRankQuery(search.q, cities)
  return query && !hasOrder(search) ? sql`ts_rank(${caregiverProfiles.searchText}, ${query})` : undefined
}

/** The trimmed text; undefined for an empty one, because forms also send empty fields. */
function trimToUndefined(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

/** Skills or languages in lower case, as profiles store their keys; undefined without any. */
function toKeys(words: readonly string[] | undefined): string[] | undefined {
  return words && words.length > 0 ? words.map((word) => word.toLowerCase()) : undefined
}
