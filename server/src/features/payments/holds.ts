/**
 * Holds of a request's money for a dispute or a chargeback. Call these functions in the transaction that opens or ends the dispute,
 * after all other locks: each one locks the request's payment and then ledger accounts.
 */
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { lockBalance, postToLedger, withoutZeros } from '../ledger/index.ts'
import { hasChargeback } from './queries.ts'
import { lockLivePayment, updateAmounts } from './store.ts'
import type { Payment } from './tables.ts'

type HoldDeps = Pick<Deps, 'clock' | 'jobs'>

/** The payee's share of a payment after fees, refunds that Tendwell did not bear, and lost chargebacks, in cents. */
function calculatePayeeCents(payment: Payment): number {
  const { amountCents, feeCents, refundCents, feeRefundCents, borneCents, lostCents } = payment
  return amountCents - feeCents - (refundCents - feeRefundCents - borneCents) - lostCents
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
  return extendHold(transaction, deps, payment)
}

/** How much of a payment its payee may still have available, in cents: what was released of it. */
export function calculateReleasedCents(payment: Payment): number {
  return payment.releasedAt ? calculatePayeeCents(payment) - payment.escrowCents - payment.heldCents : 0
}

/**
 * Holds what a settled payment still has in escrow, then what its payee has available, up to what was released of it.
 * Adds to an earlier hold. The caller holds the payment's row lock.
 * @returns the cents that are on hold now
 */
export async function extendHold(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  payment: Payment,
): Promise<number> {
  const { id, payeeId: ownerId, escrowCents } = payment
  const availableCents = payment.releasedAt
    ? await lockBalance(transaction, { kind: 'available', ownerId })
    : 0
  const fromAvailableCents = Math.min(availableCents, calculateReleasedCents(payment))
  const addedCents = escrowCents + fromAvailableCents
  const heldCents = payment.heldCents + addedCents
  if (addedCents === 0) return heldCents
  const holds = payment.holds + 1
  await updateAmounts(transaction, id, {
    escrowCents: 0,
    heldCents,
    heldFromAvailableCents: payment.heldFromAvailableCents + fromAvailableCents,
    holds,
  })
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:dispute_hold:${holds}`,
    category: 'dispute_hold',
    movements: withoutZeros([
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: -fromAvailableCents },
      { kind: 'dispute_hold', ownerId, amountCents: addedCents },
    ]),
  })
  return heldCents
}

/**
 * Ends the hold on a request's money. If the money is due, everything still on hold becomes available. Otherwise it
 * returns to the accounts it came from, escrow or available. Does nothing without a hold, or while a chargeback needs it.
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
  if (await hasChargeback(transaction, payment.id, ['open'])) return 0
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
