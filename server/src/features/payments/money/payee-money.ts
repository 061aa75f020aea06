/** The payee's part of a payment: how much it is, and where it is. */
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockBalance, postToLedger, withoutZeros } from '../../ledger/index.ts'
import { updateAmounts } from '../store.ts'
import type { Payment } from '../tables.ts'

/**
 * The payee's share of a payment after fees, refunds that Tendwell did not bear, and lost chargebacks, in
 * cents.
 */
export function calculatePayeeCents(payment: Payment): number {
  const { amountCents, feeCents, refundCents, feeRefundCents, borneCents, lostCents } = payment
  return amountCents - feeCents - (refundCents - feeRefundCents - borneCents) - lostCents
}

/**
 * How much of the payee's part was released to their available balance, in cents. They may have withdrawn it.
 */
export function calculateReleasedCents(payment: Payment): number {
  return payment.releasedAt ? calculatePayeeCents(payment) - payment.escrowCents - payment.heldCents : 0
}

/**
 * Puts on hold all that a settled payment has in escrow, and from the payee's available balance what was
 * released of the payment, as far as it is still there. Adds to an earlier hold. The caller holds the
 * payment's row lock.
 * @param maxFromAvailableCents how much of the available balance the hold may take; no limit by default
 * @returns the cents that are on hold now, and how many of them this call took from the available balance
 */
export async function extendHold(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  payment: Payment,
  maxFromAvailableCents = Number.POSITIVE_INFINITY,
): Promise<{ heldCents: number; fromAvailableCents: number }> {
  const { id, payeeId: ownerId, escrowCents } = payment
  const toTakeCents = Math.min(maxFromAvailableCents, calculateReleasedCents(payment))
  const availableCents = toTakeCents > 0 ? await lockBalance(transaction, { kind: 'available', ownerId }) : 0
  const fromAvailableCents = Math.min(availableCents, toTakeCents)
  const addedCents = escrowCents + fromAvailableCents
  const heldCents = payment.heldCents + addedCents
  if (addedCents === 0) return { heldCents, fromAvailableCents }
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
  return { heldCents, fromAvailableCents }
}
