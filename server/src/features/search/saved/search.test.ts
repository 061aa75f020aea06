/** @see docs/rules/profiles-and-files.md#saved-searches */
import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { expect, it } from 'vitest'
import { findEnd, KNOWN_MAXIMUM, listNewMatches, toKeptSearch, toPath } from './search.ts'

const search = (fields: Partial<CaregiverSearch>): CaregiverSearch => ({
  ...{ timezone: 'Asia/Tokyo', page: 3, page_size: 12, ordering: 'rate' },
  ...fields,
})
const DAY = '2026-12-01'

it.each([
  ['nothing', {}, null, null],
  ['empty fields', { q: ' ', city: '', skills: [], languages: [] }, null, null],
  ['a text', { q: 'nanny' }, null, { q: 'nanny' }],
  ['a zone with its day only', { available_on: DAY }, null, { available_on: DAY, timezone: 'Asia/Tokyo' }],
  ['a place, which looks within 50 km', { near: 'home' as const }, 7, { near: 7, within_km: 50 }],
  ['a place with a distance', { near: 7, within_km: 10 }, 7, { near: 7, within_km: 10 }],
  ['a home that is not known', { q: 'nanny', near: 'home' as const }, null, { q: 'nanny' }],
])('keeps of a search with %s', (_, fields, placeId, kept) => {
  expect(toKeptSearch(search(fields), placeId)).toEqual(kept)
})

it('ends with its day in its zone', () => {
  expect(findEnd({ available_on: DAY, timezone: 'Asia/Tokyo' })).toEqual(new Date('2026-12-01T15:00:00Z'))
  expect(findEnd({ q: 'nanny' })).toBeNull()
})

it('opens as the page that found it', () => {
  expect(
    toPath({ skills: ['CPR', 'Newborn care'], near: 7, within_km: 50, available_on: DAY, timezone: 'UTC' }),
  ).toBe(`/caregivers?skills=CPR%2CNewborn+care&near=7&within_km=50&available_on=${DAY}`)
})

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index)

it.each([
  ['who was not known', [5, 3], [9, 5, 1], [9, 1]],
  ['of nobody known', [], [2, 1], [2, 1]],
  ['none of those known', [5, 3], [3], []],
  ['none who moves up where the list was cut', ids(500, KNOWN_MAXIMUM), [501, 500, 12], [501]],
])('new is %s', (_, knownIds, found, expected) => {
  expect(listNewMatches(knownIds, found)).toEqual(expected)
})
