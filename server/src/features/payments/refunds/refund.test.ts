import { expect, it } from 'vitest'
import { fc } from '../../../../../contract/test/random.ts'
import { splitCancellation } from './refund.ts'

const paid = {
  amountCents: 10_000,
  feeCents: 1_000,
  escrowCents: 9_000,
  heldCents: 0,
  refundCents: 0,
  feeRefundCents: 0,
}

it.each([
  ['all of it', paid, 10_000, [9_000, 0, 1_000]],
  ['half of it', paid, 5_000, [4_500, 0, 500]],
  ['money that a dispute holds', { ...paid, escrowCents: 0, heldCents: 9_000 }, 5_000, [0, 4_500, 500]],
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
