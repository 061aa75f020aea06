/**
 * Carries out a bank's decision about a payment on its bookings.
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
import type { Deps } from '../../../deps.ts'
import type { EventMap } from '../../../events.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import {
  endTakenBackRefunds,
  findBankDecision,
  findRequestPayment,
  markDecisionCarriedOut,
} from '../../payments/index.ts'
import { cancelBookings, lockCaregivers } from '../canceling/cancel.ts'
import { refundCanceledVisits, takeBackRefund } from '../canceling/canceled-refunds.ts'
import { planCancellationForRemoval } from '../canceling/queries.ts'
import { findRequest } from '../queries.ts'
import { lockRequest, type RequestRow } from '../store.ts'

/**
 * Settles a request's bookings after its chargeback has ended. If the bank took all that was left of the
 * payment, cancels what is ahead. Then refunds what bookings give back that were canceled while the bank
 * decided. Until this ran, the payment counted as being decided on, so nothing else was canceled or refunded.
 * Safe to repeat. Locks the caregiver, the request, the payment, then ledger accounts.
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
  const requestBeforeLock = await findRequest(transaction, requestId)
  if (!requestBeforeLock) return
  const caregiversById = await lockCaregivers(transaction, [requestBeforeLock.caregiverId])
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  await markDecisionCarriedOut(transaction, deps, paymentId)
  const plan = await planCancellationIfTakenBack(transaction, deps, request)
  if (plan) {
    await cancelBookings(transaction, deps, caregiversById, [plan], {
      cause: 'payment_taken_back',
      canceledBy: 'admin',
      canceledFor: 'caretaker',
      reason: null,
    })
  }
  const { centsByBooking, isWaiting } = await refundCanceledVisits(transaction, deps, requestId)
  const refundCents = [...centsByBooking.values()].reduce((total, dueCents) => total + dueCents, 0)
  if (isWaiting || refundCents === 0) return
  await deps.jobs.publish(transaction, 'chargeback.refunded', { chargebackId, requestId, refundCents })
}

/**
 * Ends the refunds of a payment, or the parts of them, that the family's bank has paid instead of us, and
 * takes them off the refunds of the canceled bookings. Safe to repeat. Locks the request, the payment, then
 * ledger accounts.
 */
export async function endRefundsPaidByBank(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { paymentId, requestId }: Pick<EventMap['refund.double'], 'paymentId' | 'requestId'>,
): Promise<void> {
  await lockRequest(transaction, requestId)
  for (const { key, cents } of await endTakenBackRefunds(transaction, deps, paymentId)) {
    await takeBackRefund(transaction, requestId, key, cents)
  }
}

/**
 * The plan that cancels all that is ahead of a request, if the bank took all that was left of its payment;
 * otherwise null.
 */
async function planCancellationIfTakenBack(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  request: RequestRow,
) {
  const payment = await findRequestPayment(transaction, request.id)
  if (!payment) return null
  const { isBankDeciding, takenBackCents } = await findBankDecision(transaction, payment.id)
  const isTakenBack = takenBackCents > 0 && takenBackCents >= payment.amountCents - payment.refundCents
  if (isBankDeciding || !isTakenBack) return null
  return planCancellationForRemoval(transaction, deps, request, {
    side: 'caretaker',
    refund: 'full',
    until: null,
  })
}
