/** @see docs/rules/console.md#staff */
import { expect, it } from 'vitest'
import { requireSupportLimit } from './support-limit.ts'

it.each([
  ['support', 20_000],
  ['finance', 500_000],
  ['admin', 500_000],
  [null, 500_000],
] as const)('%s may give away %i cents', (staffRole, cents) => {
  expect(() => requireSupportLimit({ staffRole }, cents)).not.toThrow()
})

it('support may not give away more than $200', () => {
  expect(() => requireSupportLimit({ staffRole: 'support' }, 20_001)).toThrow(
    'Support can decide on up to $200.00 alone. Please ask an admin',
  )
})
