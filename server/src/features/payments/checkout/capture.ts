import type { Transaction } from '../../../platform/database/database.ts'
import type { CheckoutState } from '../../../ports/payments/port.ts'
import { postToLedger } from '../../ledger/index.ts'
import { endCardCheck, recordCardName } from '../../profiles/index.ts'
import { findPaymentStop } from '../holding/chargeback-queries.ts'
import { canTransition, isLive } from '../payment.ts'
import { refundCaptured } from '../refunds/create.ts'
import { lockRequestPayments, transitionPayment } from '../store.ts'
import type { Payment } from '../tables.ts'
import { publishCaptured, type StepDeps, scheduleClose } from '../webhooks/events.ts'

const SURPLUS_REASON = 'This request was already paid'

/**
 * Captures a payment: records that the provider has its money (clearing → unallocated). Does nothing if that
 * is already recorded. A failed payment is captured too, because its money has arrived. If another payment of
 * the request already has money, this one is surplus and is refunded.
 * @throws Error if the provider took another amount than was ordered
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function capturePayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  paid: CheckoutState,
): Promise<void> {
  const siblings = await lockRequestPayments(transaction, id)
  const payment = siblings.find((sibling) => sibling.id === id)
  if (!payment || !canTransition(payment.status, 'capture')) return
  if (paid.amountCents !== payment.amountCents) {
    throw new Error(
      `Payment ${id} is for ${payment.amountCents} cents, but ${paid.amountCents} cents were paid`,
    )
  }
  const otherPayment = siblings.find((sibling) => sibling.id !== id && isLive(sibling.status))
  if (otherPayment?.status === 'open') {
    await failPayment(transaction, deps, otherPayment, 'Paid through another checkout')
    await scheduleClose(transaction, deps, otherPayment.id)
  }
  const isSurplus = otherPayment !== undefined && otherPayment.status !== 'open'
  const now = deps.clock.now()
  const captured = await transitionPayment(transaction, id, isSurplus ? 'captureSurplus' : 'capture', {
    paymentIntentId: paid.paymentIntentId,
    chargeId: paid.chargeId,
    failureReason: isSurplus ? SURPLUS_REASON : null,
    ...(isSurplus && { refundCents: payment.amountCents }),
    paidAt: now,
    updatedAt: now,
  })
  if (paid.cardName) {
    await recordCardName(transaction, deps, payment.payerId, paid.cardName)
    // Read after `recordCardName` has locked the profile, so that a chargeback that is opened at the same
    // moment is seen.
    if (await findPaymentStop(transaction, payment.payerId)) await endCardCheck(transaction, payment.payerId)
  }
  if (isSurplus) await refundCaptured(transaction, deps, payment, SURPLUS_REASON)
  else await publishCaptured(transaction, deps, captured)
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:payment_in`,
    category: 'payment_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -payment.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: payment.amountCents },
    ],
  })
}

/** Marks an open payment as failed. The caller holds its row lock. @param reason which the payer reads */
export async function failPayment(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  reason: string,
): Promise<void> {
  await transitionPayment(transaction, payment.id, 'fail', {
    failureReason: reason,
    updatedAt: deps.clock.now(),
  })
}
