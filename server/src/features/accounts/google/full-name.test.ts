import { expect, it } from 'vitest'
import { toFullName } from './full-name.ts'

it.each([
  ['Ada Byron', 'Ada Byron'],
  ['Ada https://evil.example Byron', 'Ada Byron'],
  ['Ada\u202e\nByron 2', 'Byron'],
  ['Anna Иванова', 'Anna'],
  ['Tendwell Support', 'New member'],
  ['', 'New member'],
])('takes what is valid of the Google name %j', (name, expected) => {
  expect(toFullName(name, 'caretaker')).toBe(expected)
})

it('takes the words that fit the shorter name of a caregiver', () => {
  expect(toFullName('Wilhelmina Featherstonehaugh Byron', 'caregiver')).toBe('Wilhelmina Byron')
})
