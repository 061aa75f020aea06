/**
 * Whatever is moved how often, no cent of a booking's price or of the caregiver's share is lost.
 * @see docs/rules/bookings.md#moving
 */
import { CANCELLATION_POLICIES } from '@tendwell/contract/cancellation/policies'
import { splitCents } from '@tendwell/contract/money'
import { HOUR_MS } from '@tendwell/contract/time'
import { expect, test } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { calculateShares, splitPricesAndShares } from './shares.ts'

/** A visit of a booking as it is now. */
type Booked = { minutes: number; priceCents: number; keptCents: number }

// Short parts at a low rate are worth a cent or less, where rounding shows.
const anyMinutes = fc.oneof(fc.integer({ min: 1, max: 960 }), fc.constantFrom(1, 30, 31, 60, 90))
/** Where the new windows are cut, as parts of all of their time. */
const anyCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 })
const anyMove = fc.record({
  /** Which visits move; at least the first. */
  chosen: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  cuts: anyCuts,
  proposedBy: fc.constantFrom('caretaker' as const, 'caretaker' as const, 'caregiver' as const),
  policy: fc.constantFrom(...CANCELLATION_POLICIES),
  /** How far ahead each visit is when the move is proposed. */
  hoursAhead: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 6, maxLength: 6 }),
})
const anyBooking = fc.record({
  minutes: fc.array(anyMinutes, { minLength: 1, maxLength: 6 }),
  priceCents: fc.oneof(fc.integer({ min: 500, max: 200_000 }), fc.integer({ min: 500, max: 1_000 })),
  moves: fc.array(anyMove, { minLength: 1, maxLength: 4 }),
})

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

/** The lengths of the new windows: together as long as the visits. */
function cutMinutes(total: number, cuts: readonly number[]): number[] {
  const ends = [...new Set(cuts.map((cut) => Math.floor(cut * total))), total]
  const ordered = [...new Set(ends.filter((end) => end > 0))].sort((one, other) => one - other)
  return ordered.map((end, index) => end - (ordered[index - 1] ?? 0))
}

/** A visit of which nearly all is the caregiver's, so that a part of it is as dear as its share. */
const anyVisit = fc
  .record({ minutes: anyMinutes, priceCents: fc.integer({ min: 1, max: 2_000 }), backCents: fc.nat(3) })
  .map(({ backCents, ...visit }) => ({ ...visit, shareCents: Math.max(0, visit.priceCents - backCents) }))

test('gives no window a larger share than its price, and loses no cent by that', () => {
  fc.assert(
    fc.property(fc.array(anyVisit, { minLength: 1, maxLength: 4 }), anyCuts, (visits, cuts) => {
      const split = splitPricesAndShares(visits, cutMinutes(sum(visits.map(({ minutes }) => minutes)), cuts))
      for (const { priceCents, keptCents } of split) {
        expect(keptCents).toBeGreaterThanOrEqual(0)
        expect(keptCents).toBeLessThanOrEqual(priceCents)
      }
      expect(sum(split.map(({ keptCents }) => keptCents))).toBe(
        sum(visits.map(({ shareCents }) => shareCents)),
      )
    }),
    { numRuns: countRuns(5_000) },
  )
})

test('keeps every cent in any chain of moves', () => {
  fc.assert(
    fc.property(anyBooking, ({ minutes, priceCents, moves }) => {
      const prices = splitCents(priceCents, minutes)
      let visits: Booked[] = minutes.map((length, index) => ({
        minutes: length,
        priceCents: prices[index] as number,
        keptCents: 0,
      }))
      for (const { chosen, cuts, proposedBy, policy, hoursAhead } of moves) {
        const isMoved = (index: number) => index === 0 || (chosen[index % 6] as boolean)
        const moved = visits.filter((_, index) => isMoved(index))
        const shares = calculateShares(
          moved.map((visit, index) => ({ ...visit, startMs: (hoursAhead[index % 6] as number) * HOUR_MS })),
          { proposedBy, policy, proposedAtMs: 0 },
        )
        const newMinutes = cutMinutes(sum(moved.map((visit) => visit.minutes)), cuts)
        const split = splitPricesAndShares(
          moved.map((visit, index) => ({ ...visit, shareCents: shares[index] as number })),
          newMinutes,
        )
        for (const { priceCents: price, keptCents } of split) {
          expect(keptCents).toBeGreaterThanOrEqual(0)
          expect(keptCents).toBeLessThanOrEqual(price)
        }
        expect(sum(split.map(({ keptCents }) => keptCents))).toBe(sum(shares))
        visits = [
          ...split.map((window, index) => ({ ...window, minutes: newMinutes[index] as number })),
          ...visits.filter((_, index) => !isMoved(index)),
        ]
        expect(sum(visits.map((visit) => visit.priceCents))).toBe(priceCents)
      }
    }),
    { numRuns: countRuns(5_000) },
  )
})
