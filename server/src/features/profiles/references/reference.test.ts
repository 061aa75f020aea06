/** @see docs/rules/profiles-and-files.md#references */
import { expect, it } from 'vitest'
import { toOwnState } from './reference.ts'

const askedAt = new Date('2026-06-01T12:00:00Z')

it.each([
  [null, '2026-06-01T12:00:00Z', 'asked'],
  [null, '2026-07-01T11:59:59Z', 'asked'],
  [null, '2026-07-01T12:00:00Z', 'not_confirmed'],
  ['declined', '2026-06-01T12:00:00Z', 'asked'],
  ['declined', '2026-07-01T11:59:59Z', 'asked'],
  ['declined', '2026-07-01T12:00:00Z', 'not_confirmed'],
  ['confirmed', '2026-06-01T12:00:00Z', 'confirmed'],
  ['confirmed', '2027-07-01T12:00:00Z', 'confirmed'],
] as const)('the answer %s is at %s to the caregiver: %s', (answer, now, state) => {
  expect(toOwnState({ askedAt, answer }, new Date(now))).toBe(state)
})
