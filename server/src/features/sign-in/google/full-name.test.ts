import { expect, it } from 'vitest'
import { toFullName } from './full-name.ts'

it.each([
  ['Ada Byron', 'Ada Byron'],
  ['Ada https://evil.example Byron', 'Ada Byron'],
  ['Ada\u202e\nByron 2', 'Byron'],
  ['Anna Иванovа', 'Anna'],
  [`Ada ${'x'.repeat(300)} Byron`, 'Ada Byron'],
  ['Tendwell Support', 'New member'],
  ['', 'New member'],
])('takes what is valid of the Google name %j', (name, expected) => {
  expect(toFullName(name)).toBe(expected)
})
