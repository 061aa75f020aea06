import { expect, it } from 'vitest'
import { toSearchPath } from './search-path.ts'

const window = { date: '2026-06-02', start: '09:00', end: '12:00' }
const anywhere = { place: { city: '', country: '' }, excluded: [], care: '' }

it.each([
  [
    window,
    { ...anywhere, place: { city: 'New York', country: 'United States' } },
    '/caregivers?country=United%20States&city=New%20York&available_on=2026-06-02&start=09%3A00&end=12%3A00',
  ],
  [window, anywhere, '/caregivers?available_on=2026-06-02&start=09%3A00&end=12%3A00'],
  [undefined, anywhere, '/caregivers'],
  [
    undefined,
    { ...anywhere, care: 'dog walker', excluded: [3, 5] },
    '/caregivers?q=dog%20walker&except=3%2C5',
  ],
])('searches at %j for %j', (hours, sought, path) => {
  expect(toSearchPath(hours, sought)).toBe(path)
})
