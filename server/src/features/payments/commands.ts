import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import type { CheckoutState } from '../../ports/payments/port.ts'
import { post } from '../ledger/index.ts'
import { publishCaptured, type StepDeps, scheduleClose } from './events.ts'
import { canMove, isLive } from './payment.ts'
import { createRefund } from './refunds.ts'
import { lockLivePayment, lockRequestPayments, movePayment, updateAmounts } from './store.ts'
import type { Payment } from './tables.ts'

const SURPLUS = 'This request was paid already'

/**
 * Books what the provider says was paid: clearing → unallocated. Nothing happens where it was booked before.
 * A payment that was given up here is captured all the same, because its money is there.
 */
export async function capturePayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  paid: CheckoutState,
): Promise<void> {
  const siblings = await lockRequestPayments(transaction, id)
  const payment = siblings.find((sibling) => sibling.id === id)
  if (!payment || !canMove(payment.status, 'capture')) return
  if (paid.amountCents !== payment.amountCents) {
    throw new Error(`Payment ${id} is of ${payment.amountCents} cents, but ${paid.amountCents} were paid`)
  }
  const rival = siblings.find((sibling) => sibling.id !== id && isLive(sibling.status))
  if (rival?.status === 'open') {
    await failPayment(transaction, deps, rival, 'Paid by another checkout')
    await scheduleClose(transaction, deps, rival.id)
  }
  const isSurplus = rival !== undefined && rival.status !== 'open'
  const now = deps.clock.now()
  const captured = await movePayment(transaction, id, isSurplus ? 'captureSurplus' : 'capture', {
    paymentIntentId: paid.paymentIntentId,
    chargeId: paid.chargeId,
    failureReason: isSurplus ? SURPLUS : null,
    ...(isSurplus && { refundCents: payment.amountCents }),
    paidAt: now,
    updatedAt: now,
  })
  await post(transaction, deps.clock, {
    key: `payment:${id}:payment_in`,
    category: 'payment_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -payment.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: payment.amountCents },
    ],
  })
  if (isSurplus) await createRefund(transaction, deps, fullRefundOf(payment, SURPLUS))
  else await publishCaptured(transaction, deps, captured)
}

/** The refund of a whole payment. Its key is older than the refunds' own table. */
function fullRefundOf({ id, amountCents }: Payment, reason: string) {
  return { paymentId: id, key: `refund-${id}`, amountCents, reason }
}

/** Gives up an open payment, whose row's lock is held. */
export async function failPayment(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  reason: string,
): Promise<void> {
  await movePayment(transaction, payment.id, 'fail', { failureReason: reason, updatedAt: deps.clock.now() })
}

/**
 * Gives captured money to its payee: unallocated → escrow, then the fee to the platform (decisions §6). Call
 * it where the booking is made, in the same transaction, after every other lock.
 * @throws AppError 409 unless the payment is captured
 */
export async function settlePayment(transaction: Transaction, deps: StepDeps, id: number): Promise<void> {
  const payment = await movePayment(transaction, id, 'settle', { updatedAt: deps.clock.now() })
  const { payeeId: ownerId, amountCents, feeCents } = payment
  await updateAmounts(transaction, id, { escrowCents: amountCents - feeCents })
  await post(transaction, deps.clock, {
    key: `payment:${id}:escrow_in`,
    category: 'escrow_in',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -amountCents },
      { kind: 'escrow', ownerId, amountCents },
    ],
  })
  if (feeCents === 0) return
  await post(transaction, deps.clock, {
    key: `payment:${id}:fee`,
    category: 'fee',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -feeCents },
      { kind: 'platform_fees', ownerId: null, amountCents: feeCents },
    ],
  })
}

/**
 * Lets the payee have what a request's settled payment still has in escrow: escrow → available (decisions §6). Nothing
 * happens where it was released before, where no payment is settled, while it is held for a dispute, or where the fee
 * was all of it.
 */
export async function releasePayment(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded' || payment.escrowCents === 0) return
  const { id, payeeId: ownerId, escrowCents } = payment
  await updateAmounts(transaction, id, { escrowCents: 0, releasedAt: clock.now() })
  await post(transaction, clock, {
    key: `payment:${id}:release`,
    category: 'release',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: escrowCents },
    ],
  })
}

/**
 * Sends captured money back in full. The provider is asked by a job after the commit.
 * @param reason in words for the payer
 * @throws AppError 409 unless the payment is captured
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
  await createRefund(transaction, deps, fullRefundOf(payment, reason))
}
