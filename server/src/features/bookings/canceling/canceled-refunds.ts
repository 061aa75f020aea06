/**
 * What canceled bookings give back is refunded, once the family's bank decides about nothing.
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
import type { CanceledBy } from '@tendwell/contract/bookings/bookings'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findBankDecision, lockLivePayment, refundCanceledBookings } from '../../payments/index.ts'
import { addRefund, listCanceled } from '../store.ts'
import { planDueRefunds } from './plan.ts'

/** For the family; shown on the receipt. */
export const RECEIPT_TEXTS: Record<CanceledBy, string> = {
  caretaker: 'You canceled',
  caregiver: 'The caregiver canceled',
  admin: 'Tendwell canceled',
}

/** What the refund of bookings that were canceled together is for: the first of them. */
export const getCancellationKey = (bookingId: number | undefined) => `cancel:${bookingId}`

/**
 * What is due of canceled bookings, in cents by the booking's id, and whether it waits for the family's bank.
 */
type Due = { cents: ReadonlyMap<number, number>; isWaiting: boolean }

/**
 * Refunds what is due of a request's canceled bookings; nothing while the family's bank decides. Safe to
 * repeat. The caller holds the request's lock. Call it after all other locks: it locks the payment, then
 * ledger accounts.
 * @param receiptText for the family, where it isn't the usual one
 * @throws AppError 409 if something is due and no payment of the request is settled
 */
export async function refundCanceled(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  requestId: number,
  receiptText?: string,
): Promise<Due> {
  // Under this lock no chargeback is opened or ended.
  const payment = await lockLivePayment(transaction, requestId)
  const { isOpen, takenBackCents } = payment
    ? await findBankDecision(transaction, payment.id)
    : { isOpen: false, takenBackCents: 0 }
  const canceled = await listCanceled(transaction, requestId)
  const leftCents = payment ? payment.amountCents - payment.refundCents - takenBackCents : 0
  const cents = planDueRefunds(canceled, takenBackCents, leftCents)
  const first = canceled.find(({ id }) => cents.has(id))
  if (isOpen || !first?.canceledBy) return { cents, isWaiting: isOpen }
  for (const [bookingId, due] of cents) await addRefund(transaction, bookingId, due)
  await refundCanceledBookings(transaction, deps, {
    requestId,
    amountCents: [...cents.values()].reduce((total, due) => total + due, 0),
    reason: receiptText ?? RECEIPT_TEXTS[first.canceledBy],
    key: getCancellationKey(first.id),
  })
  return { cents, isWaiting: false }
}

/**
 * Records that the family's bank gave back a part of what was refunded of canceled bookings: of the first of
 * them, then of those that were canceled after it. Does nothing for another refund. The caller holds the
 * request's and the payment's lock.
 * @param key of the refund
 */
export async function takeBackRefund(
  transaction: Transaction,
  requestId: number,
  key: string,
  cents: number,
): Promise<void> {
  const canceled = await listCanceled(transaction, requestId)
  const first = canceled.findIndex(({ id }) => key.endsWith(`:${getCancellationKey(id)}`))
  if (first === -1) return
  let leftCents = cents
  for (const { id, refundCents } of canceled.slice(first)) {
    const takenCents = Math.min(leftCents, refundCents)
    await addRefund(transaction, id, -takenCents)
    leftCents -= takenCents
  }
}
