/** @see docs/rules/profiles-and-files.md#saved-searches */
import { expect, it } from 'vitest'
import type { KeptSearch } from './search.ts'
import { describeSearch } from './words.ts'

const BOSTON = { name: 'Boston', country: 'United States' }
const night = { available_on: '2026-12-01', timezone: 'UTC', start: '21:00', end: '06:00' }

it.each<[KeptSearch, typeof BOSTON | null, string]>([
  [
    { q: 'night nanny', near: 1, within_km: 50, ...night },
    BOSTON,
    'Night nanny near Boston on Tue, Dec 1, 9 PM – 6 AM',
  ],
  [{ near: 1, within_km: 25 }, BOSTON, 'Caregivers within 15 miles of Boston'],
  [{ near: 1, within_km: 25 }, { name: 'Lyon', country: 'France' }, 'Caregivers within 25 km of Lyon'],
  [
    { skills: ['CPR', 'Newborn care'], languages: ['Urdu', 'English'] },
    null,
    'Caregivers with CPR and Newborn care speaking Urdu or English',
  ],
  [{ city: 'Lyon', country: 'France', max_rate: 30 }, null, 'Caregivers in Lyon, France, up to $30 an hour'],
  [
    { country: 'France', min_rate: 20, max_rate: 30, min_rating: 4.5 },
    null,
    'Caregivers in France, $20 to $30 an hour, rated 4.5 and up',
  ],
  [{ min_rate: 20 }, null, 'Caregivers, from $20 an hour'],
  [{ available_on: '2026-12-01' }, null, 'Caregivers on Tue, Dec 1'],
  [{ available_on: '2026-12-01', start: '09:30' }, null, 'Caregivers on Tue, Dec 1, from 9:30 AM'],
  [{ available_on: '2026-12-01', end: '12:00' }, null, 'Caregivers on Tue, Dec 1, before 12 PM'],
])('%j is described', (search, place, words) => {
  expect(describeSearch(search, place)).toBe(words)
})
