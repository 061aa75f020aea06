/**
 * Holds of a request's money for a dispute. Call these functions in the transaction that opens or ends the dispute,
 * after all other locks: each one locks the request's payment and then ledger accounts.
 */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { lockBalance, postToLedger, withoutZeros } from '../ledger/index.ts'
import { lockLivePayment, updateAmounts } from './store.ts'
import type { Payment } from './tables.ts'

type HoldDeps = Pick<Deps, 'clock' | 'jobs'>

/** The payee's share of a payment after fees and refunds, in cents. */
export function calculatePayeeCents({ amountCents, feeCents, refundCents, feeRefundCents }: Payment): number {
  return amountCents - feeCents - (refundCents - feeRefundCents)
}

/**
 * Holds the money of a paid request for a dispute: what is in escrow, then, if it was released, what the caregiver has
 * available, up to what was released. A payment that is already on hold stays as it is.
 * @returns the cents on hold; 0 if there was nothing to hold
 * @see docs/rules/money.md#holds
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
  const availableCents = payment.releasedAt
    ? await lockBalance(transaction, { kind: 'available', ownerId })
    : 0
  const fromAvailableCents = Math.min(availableCents, calculatePayeeCents(payment) - escrowCents)
  const heldCents = escrowCents + fromAvailableCents
  if (heldCents === 0) return 0
  const holds = payment.holds + 1
  await updateAmounts(transaction, id, {
    escrowCents: 0,
    heldCents,
    heldFromAvailableCents: fromAvailableCents,
    holds,
  })
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:dispute_hold:${holds}`,
    category: 'dispute_hold',
    movements: withoutZeros([
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: -fromAvailableCents },
      { kind: 'dispute_hold', ownerId, amountCents: heldCents },
    ]),
  })
  return heldCents
}

/**
 * Ends the hold on a request's money. If the money is due, everything still on hold becomes available. Otherwise it
 * returns to the accounts it came from, escrow or available. Does nothing without a hold.
 * @param care.isDue whether the release time of the request has passed
 * @param care.careEndedAt when the care that it pays for ends or had ended
 * @returns the cents that were on hold
 * @see docs/rules/money.md#release
 */
export async function releaseHold(
  transaction: Transaction,
  deps: HoldDeps,
  requestId: number,
  { isDue, careEndedAt }: { isDue: boolean; careEndedAt: Date },
): Promise<number> {
  const payment = await lockLivePayment(transaction, requestId)
  if (!payment || payment.heldCents === 0) return 0
  const { id, payeeId: ownerId, heldCents, heldFromAvailableCents, holds } = payment
  const toAvailableCents = isDue ? heldCents : heldFromAvailableCents
  const toEscrowCents = heldCents - toAvailableCents
  await updateAmounts(transaction, id, {
    escrowCents: toEscrowCents,
    heldCents: 0,
    heldFromAvailableCents: 0,
    ...(isDue && { releasedAt: payment.releasedAt ?? deps.clock.now(), careEndedAt }),
  })
  if (toAvailableCents > 0) {
    await postToLedger(transaction, deps.clock, {
      key: `payment:${id}:hold_release:${holds}`,
      category: 'release',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toAvailableCents },
        { kind: 'available', ownerId, amountCents: toAvailableCents },
      ],
    })
  }
  if (toEscrowCents > 0) {
    // Not posted as a release, because `releasePayment` releases this money once it is due.
    await postToLedger(transaction, deps.clock, {
      key: `payment:${id}:hold_returned:${holds}`,
      category: 'dispute_hold',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toEscrowCents },
        { kind: 'escrow', ownerId, amountCents: toEscrowCents },
      ],
    })
  }
  return heldCents
}
