import { expect, it } from 'vitest'
import { getRefundPercent } from './cancellation-policy.ts'

const start = new Date('2026-03-29T09:00:00Z')

it.each([
  [7 * 24 * 60, 100],
  [72 * 60, 100],
  [72 * 60 - 1, 50],
  [24 * 60, 50],
  [24 * 60 - 1, 0],
  [1, 0],
])('gives back, %i minutes before the start, %i percent', (minutes, percent) => {
  expect(getRefundPercent(start, new Date(start.getTime() - minutes * 60_000))).toBe(percent)
})
