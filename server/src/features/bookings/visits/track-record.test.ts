/** @see docs/rules/bookings.md#from-records */
import { expect, it } from 'vitest'
import { toTrackRecord } from './track-record.ts'

const counts = { answers: 5, medianMinutes: 90, families: 5, repeatFamilies: 3 }

it.each([
  [5, 0, 1],
  [5, 60, 1],
  [5, 60.5, 2],
  [5, 121, 4],
  [5, 24 * 60, 24],
  [5, 7 * 24 * 60, 168],
  [5, 7 * 24 * 60 + 1, null],
  [4, 90, null],
  [0, null, null],
])('%i answers with a median of %d minutes are shown as %d hours', (answers, medianMinutes, hours) => {
  expect(toTrackRecord({ ...counts, answers, medianMinutes }).response_hours).toBe(hours)
})

it.each([
  [4, 4, null],
  [5, 0, 0],
  [5, 3, 3],
])('of %i families, %i who booked again are shown as %d', (families, repeatFamilies, shown) => {
  expect(toTrackRecord({ ...counts, families, repeatFamilies }).repeat_families).toBe(shown)
})
