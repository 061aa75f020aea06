import { addDays } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { chooseBucket, toAxisLabel } from './bucket.ts'

const rangeOf = (days: number) => ({ from: '2026-01-01', to: addDays('2026-01-01', days - 1) })

it.each([
  [1, 'day'],
  [31, 'day'],
  [32, 'week'],
  [184, 'week'],
  [185, 'month'],
  [1_826, 'month'],
])('divides %i days by %s', (days, bucket) => {
  expect(chooseBucket(rangeOf(days), null)).toBe(bucket)
})

it('keeps what was chosen, where the range allows it', () => {
  expect(chooseBucket(rangeOf(366), 'day')).toBe('day')
  expect(chooseBucket(rangeOf(367), 'day')).toBe('month')
  expect(chooseBucket(rangeOf(7), 'month')).toBe('month')
  expect(chooseBucket(rangeOf(7), 'year')).toBe('day')
})

it.each([
  ['Nov 2, 2026', 'Nov 2'],
  ['Dec 29, 2025 – Jan 4, 2026', 'Dec 29 – Jan 4'],
  ['Nov 2026', 'Nov 2026'],
])('shows %s on an axis as %s', (label, short) => {
  expect(toAxisLabel({ label })).toBe(short)
})
