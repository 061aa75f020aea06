import type { Transaction } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { lockBalance, postToLedger, withoutZeros } from '../../ledger/index.ts'
import { type StepDeps, scheduleRefund } from '../events.ts'
import { hasChargeback } from '../queries.ts'
import { lockLivePayment, movePayment, updateAmounts } from '../store.ts'
import type { Payment, Refund } from '../tables.ts'
import { calculateRefundableCents, splitCancellation, splitRefund } from './refund.ts'
import { insertRefund } from './store.ts'

/**
 * Records a refund of money that is in `unallocated`; a job asks the provider after the commit. The caller holds the
 * payment's row lock.
 * @returns null if a refund with this key exists
 */
async function createRefund(
  transaction: Transaction,
  deps: StepDeps,
  order: { paymentId: number; key: string; amountCents: number; reason: string },
): Promise<Refund | null> {
  const now = deps.clock.now()
  const refund = await insertRefund(transaction, { ...order, createdAt: now, updatedAt: now })
  if (refund) await scheduleRefund(transaction, deps, refund.id)
  return refund
}

/** Refunds all of a payment whose money is in `unallocated`. The caller holds its row lock. @param reason for the payer */
export async function refundCaptured(
  transaction: Transaction,
  deps: StepDeps,
  { id, amountCents }: Payment,
  reason: string,
): Promise<void> {
  await createRefund(transaction, deps, { paymentId: id, key: `refund-${id}`, amountCents, reason })
}

/**
 * Refunds a captured payment in full; a job asks the provider after the commit.
 * @param reason for the payer
 * @throws AppError 409 unless the payment is captured
 * @see docs/rules/money.md#refunds
 */
export async function refundPayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  reason: string,
): Promise<void> {
  const payment = await movePayment(transaction, id, 'refund', {
    failureReason: reason,
    updatedAt: deps.clock.now(),
  })
  await updateAmounts(transaction, id, { refundCents: payment.amountCents })
  await refundCaptured(transaction, deps, payment, reason)
}

const TAKEN_BACK = 'The family’s bank takes this payment back, so it can’t be refunded'

type RefundOrder = { requestId: number; amountCents: number; reason: string; key: string }

/**
 * Refunds an amount of a payment that is on hold: from the hold first, then from the platform's fee. A job asks the
 * provider after the commit. `releaseHold` releases what stays on hold.
 * @param order.key what the refund is for, such as `dispute:12`; a second call with the same key does nothing
 * @param order.reason for the payer; shown on the receipt
 * @throws AppError 409 for more than `getRefundableCents`, if no payment of the request is settled, or if the payer's bank
 * takes it back
 * @see docs/rules/money.md#refunds
 */
export function refundHeldPayment(
  transaction: Transaction,
  deps: StepDeps,
  order: RefundOrder,
): Promise<void> {
  return refundSettledPayment(transaction, deps, order, async (payment) => {
    if (await hasChargeback(transaction, payment.id, ['open', 'lost'])) throw conflict(TAKEN_BACK)
    if (order.amountCents > calculateRefundableCents(payment)) {
      throw conflict('Not enough money is held for this refund')
    }
    return { fromEscrowCents: 0, ...splitRefund(payment, order.amountCents) }
  })
}

/**
 * Refunds canceled bookings of a request: from the payee's escrow, or the hold of a dispute, and the fee's share from
 * the platform. A job asks the provider after the commit.
 * @param order.key what the refund is for, such as `cancel:12`; a second call with the same key does nothing
 * @param order.reason for the payer; shown on the receipt
 * @throws AppError 409 if no payment of the request is settled
 * @see docs/rules/money.md#refunds
 */
export function refundCanceledBookings(
  transaction: Transaction,
  deps: StepDeps,
  order: RefundOrder,
): Promise<void> {
  return refundSettledPayment(transaction, deps, order, async (payment) =>
    splitCancellation(payment, order.amountCents),
  )
}

async function refundSettledPayment(
  transaction: Transaction,
  deps: StepDeps,
  { requestId, amountCents, reason, key }: RefundOrder,
  split: (
    payment: Payment,
  ) => Promise<{ fromEscrowCents: number; fromHoldCents: number; fromFeeCents: number }>,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') throw conflict('This request has no payment that can be refunded')
  const { id: paymentId, payeeId: ownerId } = payment
  const refund = await createRefund(transaction, deps, {
    paymentId,
    key: `refund:${paymentId}:${key}`,
    amountCents,
    reason,
  })
  if (!refund) return
  const { fromEscrowCents, fromHoldCents, fromFeeCents } = await split(payment)
  // `releaseHold` may follow in this transaction: lock the payee's accounts before the platform's.
  for (const kind of ['available', 'escrow'] as const) await lockBalance(transaction, { kind, ownerId })
  const heldCents = payment.heldCents - fromHoldCents
  await updateAmounts(transaction, paymentId, {
    escrowCents: payment.escrowCents - fromEscrowCents,
    heldCents,
    heldFromAvailableCents: Math.min(payment.heldFromAvailableCents, heldCents),
    refundCents: payment.refundCents + amountCents,
    feeRefundCents: payment.feeRefundCents + fromFeeCents,
  })
  await postToLedger(transaction, deps.clock, {
    key: `refund:${refund.id}:taken`,
    category: 'refund_out',
    movements: withoutZeros([
      { kind: 'escrow', ownerId, amountCents: -fromEscrowCents },
      { kind: 'dispute_hold', ownerId, amountCents: -fromHoldCents },
      { kind: 'platform_fees', ownerId: null, amountCents: -fromFeeCents },
      { kind: 'unallocated', ownerId: null, amountCents },
    ]),
  })
}
