import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { lockCalendar } from '../availability/index.ts'
import { findRequestPayment } from '../payments/index.ts'
import { cancelUpcomingBookings } from './cancellation.ts'
import { findRequest, getRequest } from './queries.ts'

/**
 * Cancels a family's bookings ahead with a caregiver who is under review, with a full refund.
 * @throws AppError 404 for another family's request, 409 when the caregiver is not under review, when nothing is ahead,
 * and during a dispute
 * @see docs/rules/bookings.md#canceling
 */
export async function cancelFreeOfCharge(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  caretakerId: number,
  requestId: number,
): Promise<BookingRequest> {
  const request = await findRequest(transaction, requestId)
  if (request?.caretakerId !== caretakerId) throw notFound()
  const calendar = await lockCalendar(transaction, request.caregiverId, 'update')
  if (calendar?.verificationStatus !== 'flagged') {
    throw conflict('You can cancel for a full refund only while the caregiver is under review')
  }
  const payment = await findRequestPayment(transaction, requestId)
  if (payment && payment.heldCents > 0) {
    throw conflict("This booking has an open dispute, so it can't be canceled")
  }
  const count = await cancelUpcomingBookings(transaction, deps, [request], {
    cause: 'family',
    canceledBy: 'caretaker',
    refund: 'full',
    reason: 'You canceled because the caregiver was under review',
  })
  if (count === 0) throw conflict('Nothing of this booking is ahead, so there is nothing to cancel')
  return getRequest(deps, transaction, caretakerId, requestId)
}
