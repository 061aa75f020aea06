/** @see docs/rules/money.md#refunds */
import { describe, expect, it } from 'vitest'
import { fc } from '../../../../../contract/test/random.ts'
import {
  calculateDoubleCents,
  calculateRefundableCents,
  calculateStaffRefundable,
  decideAfterRefusal,
  REFUND_TRANSITIONS,
  splitCancellation,
  splitDisputeRefund,
  splitStaffRefund,
} from './refund.ts'

it.each([
  [0, 0, 0],
  [10_000, 0, 0],
  [4_000, 6_000, 0],
  [10_000, 1_000, 1_000],
  [4_000, 10_000, 4_000],
])(
  'of $100.00, refunds of %i and %i from the bank pay %i cents twice',
  (refundCents, takenBackCents, cents) => {
    expect(calculateDoubleCents({ amountCents: 10_000, refundCents }, takenBackCents)).toBe(cents)
  },
)

describe.each([
  ['pending', { succeed: 'succeeded', refuse: 'pending', giveUp: 'failed', takeBack: 'taken_back' }],
  ['failed', { succeed: 'succeeded', refuse: 'pending', giveUp: 'failed', takeBack: 'taken_back' }],
  ['succeeded', { refuse: 'pending', giveUp: 'failed' }],
  ['taken_back', {}],
] as const)('a refund that is %s', (status, moves) => {
  it('moves only as the table says', () => {
    const allowed = Object.entries(REFUND_TRANSITIONS).flatMap(([action, { from, to }]) =>
      (from as readonly string[]).includes(status) ? [[action, to]] : [],
    )
    expect(Object.fromEntries(allowed)).toEqual(moves)
  })
})

it.each([
  [1, 'refuse', false, 10],
  [2, 'refuse', false, 20],
  [3, 'refuse', false, 40],
  [4, 'refuse', false, 80],
  [5, 'giveUp', true, 1_440],
  [6, 'giveUp', false, 1_440],
])(
  'refusal %i: %s, admins notified: %s, again after %i minutes',
  (refusals, action, notifiesAdmins, minutes) => {
    expect(decideAfterRefusal(refusals)).toEqual({ action, notifiesAdmins, pauseMs: minutes * 60_000 })
  },
)

const paid = {
  amountCents: 10_000,
  feeCents: 1_000,
  escrowCents: 9_000,
  heldCents: 0,
  refundCents: 0,
  feeRefundCents: 0,
  borneCents: 0,
}

it.each([
  ['the hold and the fee', 9_000, 1_000, 0, 10_000],
  ['what earlier refunds left of the fee', 4_500, 1_000, 400, 5_100],
  ['the fee where nothing is held', 0, 1_000, 0, 1_000],
  ['nothing where both are gone', 0, 1_000, 1_000, 0],
])('a dispute can refund %s', (_, heldCents, feeCents, feeRefundCents, cents) => {
  const payment = { amountCents: 10_000, refundCents: feeRefundCents, heldCents, feeCents, feeRefundCents }
  expect(calculateRefundableCents(payment)).toBe(cents)
})

it('a dispute can refund no more than Tendwell has left of a payment', () => {
  const payment = { ...paid, escrowCents: 0, heldCents: 9_000, refundCents: 6_000, borneCents: 6_000 }
  expect(calculateRefundableCents(payment)).toBe(4_000)
})

it.each([
  [1, 1, 0],
  [9_000, 9_000, 0],
  [9_001, 9_000, 1],
  [10_000, 9_000, 1_000],
])('a dispute’s refund of %i cents takes %i from a hold of 9,000 and %i from the fee', (cents, hold, fee) => {
  expect(splitDisputeRefund({ heldCents: 9_000 }, cents)).toEqual({ fromHoldCents: hold, fromFeeCents: fee })
})

it.each([
  ['all of it', paid, 10_000, [9_000, 0, 1_000]],
  ['half of it', paid, 5_000, [4_500, 0, 500]],
  ['money that a dispute holds', { ...paid, escrowCents: 0, heldCents: 9_000 }, 5_000, [0, 4_500, 500]],
  [
    'escrow that a dispute holds in part',
    { ...paid, escrowCents: 2_000, heldCents: 7_000 },
    5_000,
    [2_000, 2_500, 500],
  ],
  ['more than escrow and hold have', { ...paid, escrowCents: 4_000 }, 5_000, [4_000, 0, 1_000]],
  ['a share of the fee of half a cent, rounded up', { ...paid, feeCents: 1_001 }, 5_000, [4_499, 0, 501]],
  [
    'the rest, after the fee paid its share of the first half',
    { ...paid, escrowCents: 4_500, refundCents: 5_000, feeRefundCents: 500 },
    5_000,
    [4_500, 0, 500],
  ],
  [
    'a part, after a dispute took more than the fee’s share',
    { ...paid, escrowCents: 9_000, refundCents: 500, feeRefundCents: 500 },
    1_000,
    [1_000, 0, 0],
  ],
  [
    'a part, after Tendwell bore another',
    { ...paid, refundCents: 3_000, borneCents: 3_000 },
    5_000,
    [4_500, 0, 500],
  ],
  ['without a fee', { ...paid, feeCents: 0, escrowCents: 10_000 }, 5_000, [5_000, 0, 0]],
] as const)('takes the refund of %s from escrow, hold and fee', (_, payment, cents, parts) => {
  const { fromEscrowCents, fromHoldCents, fromFeeCents } = splitCancellation(payment, cents)
  expect([fromEscrowCents, fromHoldCents, fromFeeCents]).toEqual(parts)
})

it('gives back the whole fee and all of escrow over any number of refunds', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 50_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      cuts,
      (amountCents, bps, parts) => {
        const feeCents = Math.round((amountCents * bps) / 10_000)
        let payment = { ...paid, amountCents, feeCents, escrowCents: amountCents - feeCents }
        let left = amountCents
        for (const part of [...parts, amountCents]) {
          const cents = Math.min(part, left)
          if (cents === 0) continue
          left -= cents
          const split = splitCancellation(payment, cents)
          expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0)
          expect(split.fromEscrowCents + split.fromHoldCents + split.fromFeeCents).toBe(cents)
          payment = {
            ...payment,
            escrowCents: payment.escrowCents - split.fromEscrowCents,
            refundCents: payment.refundCents + cents,
            feeRefundCents: payment.feeRefundCents + split.fromFeeCents,
          }
          expect(payment.feeRefundCents).toBeLessThanOrEqual(feeCents)
        }
        expect([payment.escrowCents, payment.feeRefundCents]).toEqual([0, feeCents])
      },
    ),
  )
})

const released = { ...paid, escrowCents: 0 }

it.each([
  ['all of it, in escrow', { ...paid, availableCents: 0 }, 0, [10_000, 10_000]],
  ['all of it, released', { ...released, availableCents: 9_000 }, 0, [10_000, 10_000]],
  [
    'what the caregiver did not withdraw, and the fee’s share',
    { ...released, availableCents: 4_500 },
    0,
    [10_000, 5_000],
  ],
  ['nothing from a caregiver who withdrew all', { ...released, availableCents: 0 }, 0, [10_000, 0]],
  [
    'nothing from a caregiver who withdrew all of a million dollars, at once',
    { ...released, amountCents: 100_000_000, feeCents: 0, availableCents: 0 },
    0,
    [100_000_000, 0],
  ],
  ['what is not ahead', { ...paid, availableCents: 0 }, 4_000, [6_000, 6_000]],
  ['nothing where all is ahead', { ...paid, availableCents: 0 }, 10_000, [0, 0]],
  [
    'what is left',
    { ...paid, escrowCents: 4_500, refundCents: 5_000, feeRefundCents: 500, availableCents: 0 },
    0,
    [5_000, 5_000],
  ],
  [
    'what Tendwell has not borne',
    { ...paid, refundCents: 6_000, borneCents: 6_000, availableCents: 0 },
    0,
    [4_000, 4_000],
  ],
] as const)('staff can refund %s', (_, payment, aheadCents, [totalCents, caregiverCents]) => {
  expect(calculateStaffRefundable(payment, aheadCents)).toEqual({ totalCents, caregiverCents })
})

it.each([
  ['escrow', { ...paid, availableCents: 0 }, 'caregiver', [4_500, 0, 500, 0]],
  [
    'escrow, then the wallet',
    { ...paid, escrowCents: 1_000, availableCents: 8_000 },
    'caregiver',
    [1_000, 3_500, 500, 0],
  ],
  ['Tendwell alone', { ...paid, availableCents: 9_000 }, 'tendwell', [0, 0, 0, 5_000]],
] as const)('takes $50.00 that staff refund from %s', (_, payment, bearer, parts) => {
  const split = splitStaffRefund(payment, { amountCents: 5_000, bearer })
  expect([split.fromEscrowCents, split.fromAvailableCents, split.fromFeeCents, split.borneCents]).toEqual(
    parts,
  )
})

it('never takes more from a caregiver than is here, whatever was refunded before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 50_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (amountCents, bps, borne, here) => {
        const feeCents = Math.round((amountCents * bps) / 10_000)
        const borneCents = Math.floor(borne * amountCents)
        const availableCents = Math.floor(here * (amountCents - feeCents))
        const payment = {
          ...paid,
          amountCents,
          feeCents,
          escrowCents: 0,
          refundCents: borneCents,
          borneCents,
          availableCents,
        }
        const { totalCents, caregiverCents } = calculateStaffRefundable(payment, 0)
        expect(totalCents).toBe(amountCents - borneCents)
        expect(caregiverCents).toBeLessThanOrEqual(totalCents)
        const split = splitStaffRefund(payment, { amountCents: caregiverCents, bearer: 'caregiver' })
        expect(split.fromAvailableCents).toBeLessThanOrEqual(availableCents)
        expect(split.fromAvailableCents + split.fromFeeCents).toBe(caregiverCents)
        if (caregiverCents === totalCents) return
        const more = splitStaffRefund(payment, { amountCents: caregiverCents + 1, bearer: 'caregiver' })
        expect(more.fromAvailableCents).toBeGreaterThan(availableCents)
      },
    ),
  )
})
