import { expect, it } from 'vitest'
import { toSearchPath } from './search-path.ts'

const window = { date: '2026-06-02', start: '09:00', end: '12:00' }

it.each([
  [
    window,
    { city: 'New York', country: 'United States' },
    '/caregivers?country=United%20States&city=New%20York&available_on=2026-06-02&start=09%3A00&end=12%3A00',
  ],
  [window, { city: '', country: '' }, '/caregivers?available_on=2026-06-02&start=09%3A00&end=12%3A00'],
  [undefined, null, '/caregivers'],
])('searches for %j in %j', (hours, address, path) => {
  expect(toSearchPath(hours, address)).toBe(path)
})

it('leaves out caregivers', () => {
  expect(toSearchPath(undefined, null, [3, 5])).toBe('/caregivers?except=3%2C5')
})
