import type { Transaction } from '../../../platform/database/database.ts'
import type { CheckoutState } from '../../../ports/payments/port.ts'
import { postToLedger } from '../../ledger/index.ts'
import { endCardCheck, recordCardName } from '../../profiles/index.ts'
import { findPaymentStop } from '../holding/chargeback-queries.ts'
import { canTransition, isLive } from '../payment.ts'
import { createFullRefund } from '../refunds/create.ts'
import { lockRequestPayments, transitionPayment } from '../store.ts'
import type { Payment } from '../tables.ts'
import { publishCaptured, type StepDeps, scheduleClose } from '../webhooks/events.ts'

const SURPLUS_REASON = 'This request was already paid'

/**
 * Captures a payment: records that the provider has its money (clearing → unallocated). Does nothing if it
 * was captured before. A failed payment is captured too, because its money has arrived. If another payment of
 * the request already has money, this one is surplus and is refunded.
 * @param paidCheckout the payment's checkout session at the provider, whose status is `paid`
 * @throws Error if the provider took another amount than was ordered
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function capturePayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  paidCheckout: CheckoutState,
): Promise<void> {
  const siblings = await lockRequestPayments(transaction, id)
  const payment = siblings.find((sibling) => sibling.id === id)
  if (!payment || !canTransition(payment.status, 'capture')) return
  if (paidCheckout.amountCents !== payment.amountCents) {
    throw new Error(
      `Payment ${id} is for ${payment.amountCents} cents, but ${paidCheckout.amountCents} cents were paid`,
    )
  }
  const otherPayment = siblings.find((sibling) => sibling.id !== id && isLive(sibling.status))
  if (otherPayment?.status === 'open') {
    await failPayment(transaction, deps, otherPayment, 'Paid through another checkout')
    await scheduleClose(transaction, deps, otherPayment.id)
  }
  const isSurplus = otherPayment !== undefined && otherPayment.status !== 'open'
  const now = deps.clock.now()
  const capturedPayment = await transitionPayment(transaction, id, isSurplus ? 'captureSurplus' : 'capture', {
    paymentIntentId: paidCheckout.paymentIntentId,
    chargeId: paidCheckout.chargeId,
    failureReason: isSurplus ? SURPLUS_REASON : null,
    ...(isSurplus && { refundCents: payment.amountCents }),
    paidAt: now,
    updatedAt: now,
  })
  if (paidCheckout.cardName) {
    await recordCardName(transaction, deps, payment.payerId, paidCheckout.cardName)
    // A card of a payer with a chargeback doesn't count as checked. Chargebacks are read after
    // `recordCardName` has locked the profile, so that a chargeback opened at the same moment is seen.
    if (await findPaymentStop(transaction, payment.payerId)) await endCardCheck(transaction, payment.payerId)
  }
  if (isSurplus) await createFullRefund(transaction, deps, payment, SURPLUS_REASON)
  else await publishCaptured(transaction, deps, capturedPayment)
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:payment_in`,
    category: 'payment_in',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -payment.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: payment.amountCents },
    ],
  })
}

/** Marks an open payment as failed. The caller holds its row lock. @param reason a text for the payer */
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
