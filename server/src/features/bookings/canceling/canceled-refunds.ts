/**
 * Refunds what canceled bookings give back, unless the family's bank is deciding about the payment.
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
import type { CanceledBy } from '@tendwell/contract/bookings/bookings'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findBankDecision, lockLivePayment, refundCanceledBookings } from '../../payments/index.ts'
import { changeRefundCents, listCanceledBookings } from '../store.ts'
import { planDueRefunds } from './plan.ts'

/** The reason of a refund on the family's receipt, by who canceled. */
export const RECEIPT_TEXTS: Record<CanceledBy, string> = {
  caretaker: 'You canceled',
  caregiver: 'The caregiver canceled',
  admin: 'Tendwell canceled',
}

/** The key of the refund of bookings that were canceled together, by the id of the first one of them. */
export const getCancellationKey = (bookingId: number | undefined) => `cancel:${bookingId}`

/**
 * What is to be refunded of canceled bookings, in cents by the booking's id, and whether the refund waits for
 * the family's bank.
 */
type DueRefunds = { centsByBooking: ReadonlyMap<number, number>; isWaiting: boolean }

/**
 * Refunds what a request's canceled bookings give back and what neither we nor the family's bank has paid
 * back yet; nothing while the bank decides. Safe to repeat. The caller holds the request's lock and takes no
 * lock afterwards: this locks the payment, then ledger accounts.
 * @param receiptText the reason on the family's receipt, instead of the one in `RECEIPT_TEXTS`
 * @throws AppError 409 if something is due and no payment of the request is settled
 */
export async function refundCanceledVisits(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  requestId: number,
  receiptText?: string,
): Promise<DueRefunds> {
  // Under this lock no chargeback is opened or ended.
  const payment = await lockLivePayment(transaction, requestId)
  const { isBankDeciding, takenBackCents } = payment
    ? await findBankDecision(transaction, payment.id)
    : { isBankDeciding: false, takenBackCents: 0 }
  const canceledBookings = await listCanceledBookings(transaction, requestId)
  const paymentLeftCents = payment ? payment.amountCents - payment.refundCents - takenBackCents : 0
  const centsByBooking = planDueRefunds(canceledBookings, takenBackCents, paymentLeftCents)
  const firstDueBooking = canceledBookings.find(({ id }) => centsByBooking.has(id))
  if (isBankDeciding || !firstDueBooking?.canceledBy) return { centsByBooking, isWaiting: isBankDeciding }
  for (const [bookingId, dueCents] of centsByBooking)
    await changeRefundCents(transaction, bookingId, dueCents)
  await refundCanceledBookings(transaction, deps, {
    requestId,
    amountCents: [...centsByBooking.values()].reduce((total, dueCents) => total + dueCents, 0),
    reason: receiptText ?? RECEIPT_TEXTS[firstDueBooking.canceledBy],
    key: getCancellationKey(firstDueBooking.id),
  })
  return { centsByBooking, isWaiting: false }
}

/**
 * Takes a refund of canceled bookings off what we record as refunded, because the family's bank paid that
 * amount instead: first for the booking that the refund is named after, then for those canceled later. Does
 * nothing for refunds of another kind. The caller holds the request's and the payment's lock.
 * @param key of the refund; if it is one of canceled bookings, it ends with `getCancellationKey` of the first
 * @param cents what the bank paid
 */
export async function takeBackRefund(
  transaction: Transaction,
  requestId: number,
  key: string,
  cents: number,
): Promise<void> {
  const canceledBookings = await listCanceledBookings(transaction, requestId)
  const firstIndex = canceledBookings.findIndex(({ id }) => key.endsWith(`:${getCancellationKey(id)}`))
  if (firstIndex === -1) return
  let leftCents = cents
  for (const { id, refundCents } of canceledBookings.slice(firstIndex)) {
    const takenCents = Math.min(leftCents, refundCents)
    await changeRefundCents(transaction, id, -takenCents)
    leftCents -= takenCents
  }
}
