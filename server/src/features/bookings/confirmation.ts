import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findRequestPayment, syncRequestPayment } from '../payments/index.ts'
import { listAlternatives } from './alternatives.ts'
import { describeRejection } from './messages.ts'
import { findRequest, getRequest } from './queries.ts'
import { bookOrRefund } from './settlement.ts'

/**
 * Asks the payment provider whether a family's request is paid, and books it if so, without waiting for the webhook.
 * Safe to repeat.
 * @throws AppError 404 for another family's request, 409 when it is not paid, with `alternatives` when it lost its hours
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function confirmRequest(
  deps: Deps,
  caretakerId: number,
  requestId: number,
): Promise<BookingRequest> {
  const request = await findRequest(deps.database, requestId)
  if (request?.caretakerId !== caretakerId) throw notFound()
  if (!request.paidAt) {
    const payment = await syncRequestPayment(deps, requestId)
    if (payment?.status === 'captured') await bookOrRefund(deps, { paymentId: payment.id, requestId })
  }
  const response = await getRequest(deps, deps.database, caretakerId, requestId)
  if (response.is_paid) return response
  if (response.status !== 'rejected') throw conflict("This request hasn't been paid yet")
  if (response.rejection_cause === 'caregiver') throw conflict(describeRejection('caregiver'))
  const payment = await findRequestPayment(deps.database, requestId)
  const isRefunded = payment?.status === 'refunding' || payment?.status === 'refunded'
  const detail = isRefunded
    ? `${payment.failureReason}. Your payment is being refunded in full`
    : describeRejection(response.rejection_cause)
  throw conflict(detail, { alternatives: await listAlternatives(deps, request) })
}
