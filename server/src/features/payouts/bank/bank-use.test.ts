/** @see docs/rules/money.md#one-bank-account-one-person */
import { expect, it } from 'vitest'
import { needsReview } from './bank-use.ts'

const dayOfMonth = (of: number) => new Date(Date.UTC(2026, 10, of))

it.each([
  ['that nobody else had', [], null, false],
  ['that nobody else had, refused before', [], { verdict: 'refused', at: dayOfMonth(2) }, false],
  ['that somebody had before', [1], null, true],
  ['that staff approved knowing who had it', [1, 2], { verdict: 'approved', at: dayOfMonth(2) }, false],
  ['that somebody came to have after the approval', [1, 3], { verdict: 'approved', at: dayOfMonth(2) }, true],
  ['that staff refused', [1], { verdict: 'refused', at: dayOfMonth(2) }, true],
] as const)('a bank account %s', (_, days, verdict, isReviewed) => {
  const uses = days.map((one) => ({ since: dayOfMonth(one) }))
  expect(needsReview(uses, verdict)).toBe(isReviewed)
})
