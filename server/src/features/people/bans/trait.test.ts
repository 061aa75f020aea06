/** Which ways of writing an email or a phone number are the same. @see docs/rules/safety.md#ban-list */
import { expect, it } from 'vitest'
import { normalizeTrait } from './trait.ts'

it.each([
  ['email', 'Mal@Example.test', 'mal@example.test'],
  ['email', 'mal+2@example.test', 'mal@example.test'],
  ['email', 'm.al+x@gmail.com', 'mal@googlemail.com'],
  ['phone', '+1 212 555 0187', '(212) 555-0187'],
  ['phone', '+49 30 1234567', '030 123 4567'],
  ['phone', '+1 212 555 0187 ext. 4', '2125550187'],
  ['bank_account', 'ba_123 ', 'ba_123'],
] as const)('%s: %j is %j', (trait, one, other) => {
  const normalized = normalizeTrait({ trait, value: one })
  expect(normalized).not.toBeNull()
  expect(normalized).toBe(normalizeTrait({ trait, value: other }))
})

it.each([
  ['email', 'mal@example.test', 'm.al@example.test'],
  ['email', 'mal@example.test', 'mal@example.org'],
  ['email', 'mal@example.test', 'ann.mal@example.test'],
  ['phone', '+1 212 555 0187', '+1 212 555 0188'],
] as const)('%s: %j is not %j', (trait, one, other) => {
  expect(normalizeTrait({ trait, value: one })).not.toBe(normalizeTrait({ trait, value: other }))
})

it.each([
  ['email', ''],
  ['phone', ''],
  ['phone', '911 00'],
  ['bank_account', ' '],
] as const)('%s: %j is nothing to compare', (trait, value) => {
  expect(normalizeTrait({ trait, value })).toBeNull()
})
