/**
 * A dispute's grip on the money of a request. Each of these locks the request's payment and then the ledger's
 * accounts, so call them after every other lock, in the transaction of what caused them.
 */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { lockBalance, type Movement, post } from '../ledger/index.ts'
import { calculateRefundableCents, splitRefund } from './refund.ts'
import { createRefund } from './refunds.ts'
import { lockLivePayment, updateAmounts } from './store.ts'
import type { Payment } from './tables.ts'

type HoldDeps = Pick<Deps, 'clock' | 'jobs'>

/** The amounts without those of nothing, which the ledger refuses. */
function moved(movements: Movement[]): Movement[] {
  return movements.filter(({ amountCents }) => amountCents !== 0)
}

/** What was the payee's of a payment and is neither in escrow nor on its way back, in cents. */
function releasedCents({ amountCents, feeCents, refundCents, feeRefundCents }: Payment): number {
  return amountCents - feeCents - (refundCents - feeRefundCents)
}

/**
 * Holds the money of a paid request for a dispute: from escrow, then from what its caregiver has available, as far as
 * that reaches (decisions §8). One that is held already stays as it is.
 * @returns the cents that are held now; 0 where nothing was to be had
 */
export async function holdPayment(
  transaction: Transaction,
  deps: HoldDeps,
  requestId: number,
): Promise<number> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') return 0
  if (payment.heldCents > 0) return payment.heldCents
  const { id, payeeId: ownerId, escrowCents } = payment
  const available = payment.releasedAt ? await lockBalance(transaction, { kind: 'available', ownerId }) : 0
  const fromAvailable = Math.min(available, releasedCents(payment) - escrowCents)
  const heldCents = escrowCents + fromAvailable
  if (heldCents === 0) return 0
  const holds = payment.holds + 1
  await updateAmounts(transaction, id, {
    escrowCents: 0,
    heldCents,
    heldFromAvailableCents: fromAvailable,
    holds,
  })
  await post(transaction, deps.clock, {
    key: `payment:${id}:dispute_hold:${holds}`,
    category: 'dispute_hold',
    movements: moved([
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: -fromAvailable },
      { kind: 'dispute_hold', ownerId, amountCents: heldCents },
    ]),
  })
  return heldCents
}

/**
 * Ends the hold on a request's money: what is left of it becomes available where it is due, and otherwise goes back
 * to where it came from. Only what becomes available is a `release` (decisions §6). Nothing happens where nothing is held.
 * @param isDue whether the request's money is to be the caregiver's by now; bookings know
 * @returns the cents that were held
 */
export async function releaseHold(
  transaction: Transaction,
  deps: HoldDeps,
  requestId: number,
  { isDue }: { isDue: boolean },
): Promise<number> {
  const payment = await lockLivePayment(transaction, requestId)
  if (!payment || payment.heldCents === 0) return 0
  const { id, payeeId: ownerId, heldCents, heldFromAvailableCents, holds } = payment
  const toAvailable = isDue ? heldCents : heldFromAvailableCents
  const toEscrow = heldCents - toAvailable
  await updateAmounts(transaction, id, {
    escrowCents: toEscrow,
    heldCents: 0,
    heldFromAvailableCents: 0,
    ...(isDue && { releasedAt: payment.releasedAt ?? deps.clock.now() }),
  })
  if (toAvailable > 0) {
    await post(transaction, deps.clock, {
      key: `payment:${id}:hold_release:${holds}`,
      category: 'release',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toAvailable },
        { kind: 'available', ownerId, amountCents: toAvailable },
      ],
    })
  }
  if (toEscrow > 0) {
    // Its release is still to come, by `releasePayment`.
    await post(transaction, deps.clock, {
      key: `payment:${id}:hold_returned:${holds}`,
      category: 'dispute_hold',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toEscrow },
        { kind: 'escrow', ownerId, amountCents: toEscrow },
      ],
    })
  }
  return heldCents
}

/**
 * Sends a part of a held payment back to its payer: from the hold, and what is beyond that from the platform's fee.
 * The provider is asked by a job after the commit. What stays held, `releaseHold` then releases.
 * @param order.key what it is for, such as `dispute:12`: the same refund is made once
 * @param order.reason in words for the payer, as her receipt shows it
 * @throws AppError 409 for more than `getRefundableCents` the request, or where none of its payments is settled
 */
export async function refundHeldPayment(
  transaction: Transaction,
  deps: HoldDeps,
  order: { requestId: number; amountCents: number; reason: string; key: string },
): Promise<void> {
  const { requestId, amountCents, reason } = order
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') throw conflict('This request has no payment that can be refunded')
  const { id: paymentId, payeeId: ownerId } = payment
  const key = `refund:${paymentId}:${order.key}`
  const refund = await createRefund(transaction, deps, { paymentId, key, amountCents, reason })
  if (!refund) return
  if (amountCents > calculateRefundableCents(payment))
    throw conflict('There is not enough money held for this refund')
  const { fromHold, fromFee } = splitRefund(payment, amountCents)
  const heldCents = payment.heldCents - fromHold
  await updateAmounts(transaction, paymentId, {
    heldCents,
    heldFromAvailableCents: Math.min(payment.heldFromAvailableCents, heldCents),
    refundCents: payment.refundCents + amountCents,
    feeRefundCents: payment.feeRefundCents + fromFee,
  })
  await post(transaction, deps.clock, {
    key: `refund:${refund.id}:taken`,
    category: 'refund_out',
    movements: moved([
      { kind: 'dispute_hold', ownerId, amountCents: -fromHold },
      { kind: 'platform_fees', ownerId: null, amountCents: -fromFee },
      { kind: 'unallocated', ownerId: null, amountCents },
    ]),
  })
}
