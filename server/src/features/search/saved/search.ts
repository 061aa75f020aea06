import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { paths } from '@tendwell/contract/routes'
import { toDateInterval, type Zone } from '@tendwell/contract/time'

/** How far a saved search near a place looks if it has no distance: a page lists all others after those nearby. */
export const NEAR_KM = 50

/** A search as it is kept: `near` is a place's id, and nothing is left of its order and pages. */
export type KeptSearch = Omit<CaregiverSearch, 'near' | 'ordering' | 'page' | 'page_size' | 'timezone'> & {
  near?: number
  /** Only with a day. */
  timezone?: Zone
}

/**
 * What is kept of a search.
 * @param placeId the place near which it looks; null without one
 * @returns null if it asks for nothing
 * @see docs/rules/profiles-and-files.md#saved-searches
 */
export function toKeptSearch(search: CaregiverSearch, placeId: number | null): KeptSearch | null {
  const { near: _near, within_km: km, ordering: _order, page: _page, page_size: _size, ...wishes } = search
  const given = Object.entries({
    ...wishes,
    // A page lists those nearby first and then all others; what is new must be near.
    ...(placeId !== null && { near: placeId, within_km: km ?? NEAR_KM }),
  }).filter(([name, value]) => isGiven(value) && (name !== 'timezone' || wishes.available_on !== undefined))
  return given.length > 0 ? (Object.fromEntries(given) as KeptSearch) : null
}

/** Forms also send empty fields. */
const isGiven = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && String(value).trim() !== ''

/** When the day of a search ends; null for one without a day. */
export function findEnd({ available_on: date, timezone: zone = 'UTC' }: KeptSearch): Date | null {
  return date === undefined ? null : new Date(toDateInterval(date, date, zone).endMs)
}

/** The search of which its known matches are the first page. */
export function toSearch(search: KeptSearch): CaregiverSearch {
  return { timezone: 'UTC', ...search, ordering: 'newest', page: 1, page_size: KNOWN_MAXIMUM }
}

/** The page that shows a search. */
export function toPath({ timezone: _, ...filters }: KeptSearch): string {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)])
  return `${paths.caregivers}?${new URLSearchParams(Object.fromEntries(texts))}`
}

/** How many of a search's matches are known: those with the newest accounts. */
export const KNOWN_MAXIMUM = 200

/**
 * Those of the matches who are new: who weren't known, and didn't just move up because others are gone.
 * @param knownIds the matches when the search was saved or last announced somebody, the newest account first
 */
export function listNewMatches(knownIds: readonly number[], ids: readonly number[]): number[] {
  const isCut = knownIds.length >= KNOWN_MAXIMUM
  const oldestKnown = isCut ? Math.min(...knownIds) : 0
  return ids.filter((id) => !knownIds.includes(id) && id > oldestKnown)
}
