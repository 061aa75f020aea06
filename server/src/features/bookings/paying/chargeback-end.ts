/**
 * What a bank's decision about a payment changes for its bookings.
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import {
  carryOutDecision,
  endTakenBackRefunds,
  findBankDecision,
  findRequestPayment,
} from '../../payments/index.ts'
import { cancelBookings, lockCaregivers } from '../canceling/cancel.ts'
import { refundCanceled, takeBackRefund } from '../canceling/canceled-refunds.ts'
import { planCancellationForRemoval } from '../canceling/queries.ts'
import { findRequest } from '../queries.ts'
import { lockRequest, type RequestRow } from '../store.ts'

/**
 * Refunds what waited for the bank of bookings that were canceled meanwhile. If nothing is left of the
 * payment, what is ahead is canceled first. Until then the payment counted as being decided on, so nobody
 * came in between. Safe to repeat. It locks the caregiver's calendar, the request, the payment, then ledger
 * accounts.
 */
export async function settleAfterChargeback(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  {
    chargebackId,
    paymentId,
    requestId,
  }: Pick<EventMap['chargeback.closed'], 'chargebackId' | 'paymentId' | 'requestId'>,
): Promise<void> {
  const found = await findRequest(transaction, requestId)
  if (!found) return
  const calendars = await lockCaregivers(transaction, [found.caregiverId])
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  await carryOutDecision(transaction, deps, paymentId)
  const plan = await planUnpaid(transaction, deps, request)
  if (plan) {
    await cancelBookings(transaction, deps, calendars, [plan], {
      cause: 'payment_taken_back',
      canceledBy: 'admin',
      canceledFor: 'caretaker',
      reason: null,
    })
  }
  const { cents, isWaiting } = await refundCanceled(transaction, deps, requestId)
  const refundCents = [...cents.values()].reduce((total, due) => total + due, 0)
  if (isWaiting || refundCents === 0) return
  await deps.jobs.publish(transaction, 'chargeback.refunded', { chargebackId, requestId, refundCents })
}

/**
 * Ends the refunds of a payment, or the parts of them, that the bank has paid itself; the canceled bookings
 * say so. Safe to repeat. It locks the request, the payment, then ledger accounts.
 */
export async function endRefundsOfBank(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { paymentId, requestId }: Pick<EventMap['refund.double'], 'paymentId' | 'requestId'>,
): Promise<void> {
  await lockRequest(transaction, requestId)
  for (const { key, cents } of await endTakenBackRefunds(transaction, deps, paymentId)) {
    await takeBackRefund(transaction, requestId, key, cents)
  }
}

/** Cancels what is ahead of a payment of which the bank has taken all that was left; null otherwise. */
async function planUnpaid(transaction: Transaction, deps: Pick<Deps, 'clock'>, request: RequestRow) {
  const payment = await findRequestPayment(transaction, request.id)
  if (!payment) return null
  const { isOpen, takenBackCents } = await findBankDecision(transaction, payment.id)
  const isTakenBack = takenBackCents > 0 && takenBackCents >= payment.amountCents - payment.refundCents
  if (isOpen || !isTakenBack) return null
  return planCancellationForRemoval(transaction, deps, request, {
    side: 'caretaker',
    refund: 'full',
    until: null,
  })
}
