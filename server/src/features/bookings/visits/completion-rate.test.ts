/** @see docs/rules/bookings.md#completion-rate */
import { expect, it } from 'vitest'
import { calculateCompletionRate } from './completion-rate.ts'

it.each([
  [0, 0, null],
  [4, 0, null],
  [5, 0, 100],
  [5, 1, 80],
  [5, 5, 0],
  [6, 1, 83],
  [6, 2, 66],
  [200, 1, 99],
])('of %i bookings with %i canceled the rate is %s', (bookings, canceled, rate) => {
  expect(calculateCompletionRate({ bookings, canceled })).toBe(rate)
})
