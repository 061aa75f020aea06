import { expect, it } from 'vitest'
import { formatChange } from './format-change.ts'

it.each([
  [12.5, '+12.5%'],
  [3, '+3.0%'],
  [0, '0.0%'],
  [-40.25, '-40.3%'],
  [null, 'New'],
])('formats a change of %s as %s', (percent, expected) => {
  expect(formatChange(percent)).toBe(expected)
})
