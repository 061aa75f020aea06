import { HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { calculateShares, splitPricesAndShares, splitShares } from './shares.ts'

const nowMs = Date.parse('2026-12-01T09:00:00Z')
/** A visit of $60.00 that begins in so many hours. */
const visit = (hours: number, keptCents = 0) => ({
  startMs: nowMs + hours * HOUR_MS,
  priceCents: 6_000,
  keptCents,
})

it.each([
  ['a late visit of a family', 'caretaker', [visit(30)], [3_000]],
  ['a very late one', 'caretaker', [visit(10)], [6_000]],
  ['one in time', 'caretaker', [visit(100)], [0]],
  ['a late one and one in time', 'caretaker', [visit(30), visit(100)], [3_000, 0]],
  ['one in time that was moved late before', 'caretaker', [visit(100, 2_500)], [2_500]],
  ['a late visit, by the caregiver', 'caregiver', [visit(30)], [0]],
  ['one that the family had moved late before, by the caregiver', 'caregiver', [visit(100, 2_500)], [0]],
] as const)('the share of %s', (_, proposedBy, visits, shares) => {
  expect(calculateShares(visits, { proposedBy, policy: 'moderate', proposedAtMs: nowMs })).toEqual(shares)
})

const late = { minutes: 180, shareCents: 4_501 }
const early = { minutes: 180, shareCents: 0 }

it.each([
  ['each visit to a new window', [late, early], [180, 180], [4_501, 0]],
  ['a late visit to shorter windows', [late], [60, 60, 60], [1_500, 1_501, 1_500]],
  ['both visits to one window', [late, early], [360], [4_501]],
  ['both visits to windows of other lengths', [late, early], [120, 240], [3_001, 1_500]],
  ['both visits to a longer and a shorter window', [late, early], [240, 120], [4_501, 0]],
  ['both visits to many windows', [late, early], [90, 90, 90, 90], [2_251, 2_250, 0, 0]],
  ['two late visits to windows of other lengths', [late, late], [60, 300], [1_500, 7_502]],
  ['visits without a share', [early, early], [360], [0]],
] as const)('moves %s', (_, visits, minutes, shares) => {
  expect(splitShares(visits, minutes)).toEqual(shares)
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
  expect(sum(shares)).toBe(sum(visits.map(({ shareCents }) => shareCents)))
})

it.each([
  ['thirds', [60, 60, 60], [34, 33, 34], [33, 33, 34]],
  ['a short and a long window', [1, 179], [1, 100], [1, 99]],
  ['one window', [180], [101], [100]],
] as const)('splits a visit of $1.01 of which $1.00 is kept into %s', (_, minutes, prices, kept) => {
  const split = splitPricesAndShares([{ minutes: 180, priceCents: 101, shareCents: 100 }], minutes)
  expect(split.map(({ priceCents }) => priceCents)).toEqual(prices)
  expect(split.map(({ keptCents }) => keptCents)).toEqual(kept)
})
