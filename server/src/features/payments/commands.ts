import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import type { CheckoutState, RefundState } from '../../ports/payments/port.ts'
import { post } from '../ledger/index.ts'
import { canMove, isLive } from './payment.ts'
import { lockLivePayment, lockPayment, lockPaymentAndSiblings, movePayment, setRefund } from './store.ts'
import type { Payment } from './tables.ts'

/** What the steps of a payment need: none of them speaks to the provider. */
type StepDeps = Pick<Deps, 'clock' | 'jobs'>

export type PaymentEvent = {
  type: 'payment.captured' | 'payment.refunded' | 'payment.failed'
  paymentId: number
  requestId: number
}

/** Tells of a payment, in the transaction of what happened to it. */
export function publishPayment(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  type: PaymentEvent['type'],
  payment: Payment,
): Promise<void> {
  return jobs.publish<PaymentEvent>(transaction, {
    type,
    paymentId: payment.id,
    requestId: payment.requestId,
  })
}

/** Asks for a payment's next step at the provider, after this transaction. */
export function scheduleAdvance(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.advance', { paymentId }, { key: `payments.advance:${paymentId}` })
}

/** Asks for a payment's session to be ended at the provider, after this transaction. */
export function scheduleClose(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.close', { paymentId }, { key: `payments.close:${paymentId}` })
}

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
  const siblings = await lockPaymentAndSiblings(transaction, id)
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
  const captured = await movePayment(transaction, id, isSurplus ? 'captureSurplus' : 'capture', {
    paymentIntentId: paid.paymentIntentId,
    chargeId: paid.chargeId,
    failureReason: isSurplus ? 'This request was paid already' : null,
    updatedAt: deps.clock.now(),
  })
  await post(transaction, deps.clock, {
    key: `payment:${id}:payment_in`,
    category: 'payment_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -payment.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: payment.amountCents },
    ],
  })
  if (isSurplus) await scheduleAdvance(transaction, deps, id)
  else await publishPayment(transaction, deps, 'payment.captured', captured)
}

/** Gives up an open payment, whose row's lock is held. */
export async function failPayment(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  reason: string,
): Promise<void> {
  await movePayment(transaction, payment.id, 'fail', { failureReason: reason, updatedAt: deps.clock.now() })
  await publishPayment(transaction, deps, 'payment.failed', payment)
}

/**
 * Gives captured money to its payee: unallocated → escrow, then the fee to the platform (decisions §6). Call
 * it where the booking is made, in the same transaction, after every other lock.
 * @throws AppError 409 unless the payment is captured
 */
export async function settlePayment(transaction: Transaction, deps: StepDeps, id: number): Promise<void> {
  const payment = await movePayment(transaction, id, 'settle', { updatedAt: deps.clock.now() })
  const { payeeId: ownerId, amountCents, feeCents } = payment
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
 * Lets the payee have what a request's settled payment brought, less the fee: escrow → available (decisions §6).
 * Nothing happens where it was released before, where no payment is settled, or where the fee was all of it.
 */
export async function releasePayment(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') return
  const { id, payeeId: ownerId, amountCents, feeCents } = payment
  if (feeCents === amountCents) return
  await post(transaction, clock, {
    key: `payment:${id}:release`,
    category: 'release',
    movements: [
      { kind: 'escrow', ownerId, amountCents: feeCents - amountCents },
      { kind: 'available', ownerId, amountCents: amountCents - feeCents },
    ],
  })
}

/**
 * Sends captured money back in full. The provider is asked by a job after the commit; `payment.refunded` tells
 * when it is done.
 * @param reason in words for the payer
 * @throws AppError 409 unless the payment is captured
 */
export async function refundPayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  reason: string,
): Promise<void> {
  await movePayment(transaction, id, 'refund', { failureReason: reason, updatedAt: deps.clock.now() })
  await scheduleAdvance(transaction, deps, id)
}

/** Books how far the provider is with a refund; once it is done, unallocated → clearing. */
export async function recordRefund(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  refund: RefundState,
): Promise<void> {
  const payment = await lockPayment(transaction, id)
  if (!canMove(payment.status, 'completeRefund')) return
  const updatedAt = deps.clock.now()
  if (refund.status !== 'succeeded') return setRefund(transaction, id, refund.id, updatedAt)
  const refunded = await movePayment(transaction, id, 'completeRefund', { refundId: refund.id, updatedAt })
  await post(transaction, deps.clock, {
    key: `payment:${id}:refund_out`,
    category: 'refund_out',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -payment.amountCents },
      { kind: 'clearing', ownerId: null, amountCents: payment.amountCents },
    ],
  })
  await publishPayment(transaction, deps, 'payment.refunded', refunded)
}
