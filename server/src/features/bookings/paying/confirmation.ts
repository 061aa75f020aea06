import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { PaymentStanding, paymentStatusQuery } from '@tendwell/contract/payments/payments'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { findRequestPayment, isRefunding, syncRequestPayment, toPaymentStatus } from '../../payments/index.ts'
import { describeRejection } from '../messages.ts'
import { findRequest, getRequest } from '../queries.ts'
import { listAlternatives } from '../requests/alternatives.ts'
import { bookOrRefund } from './settlement.ts'

/**
 * Asks the payment provider whether a family's request is paid, and books it if so, without waiting for the
 * webhook. Safe to repeat.
 * @param paymentId which of the request's payments; the current one by default
 * @throws AppError 404 for another family's request, 409 when it is not paid, with `alternatives` when it
 *   lost its hours
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function confirmRequest(
  deps: Deps,
  familyId: number,
  requestId: number,
  paymentId?: number,
): Promise<BookingRequest> {
  const request = await findRequest(deps.database, requestId)
  if (request?.familyId !== familyId) throw notFound()
  if (!request.paidAt) await syncPaymentAndBook(deps, requestId, paymentId)
  const response = await getRequest(deps, deps.database, familyId, requestId)
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

/**
 * The status of a payment of a family's request. With `refresh`, the provider is asked first.
 * @throws AppError 404 for another family's request or another request's payment, and before the first
 *   checkout
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function getRequestPaymentStatus(
  deps: Deps,
  familyId: number,
  requestId: number,
  { payment_id: paymentId, refresh }: z.infer<typeof paymentStatusQuery>,
): Promise<PaymentStanding> {
  const request = await findRequest(deps.database, requestId)
  if (request?.familyId !== familyId) throw notFound()
  if (refresh) await syncPaymentAndBook(deps, requestId, paymentId)
  const payment = await findRequestPayment(deps.database, requestId, paymentId)
  if (!payment) throw notFound()
  const isOnItsWayBack = isRefunding(payment.status)
  return {
    // Callers take `succeeded` for a booking, which a payment on its way back won't become.
    status: isOnItsWayBack ? 'pending' : toPaymentStatus(payment, 0),
    failure_reason: payment.failureReason,
    is_refunding: isOnItsWayBack,
  }
}

/** Records what the provider knows of a request's payment, and books the request if it was paid. */
async function syncPaymentAndBook(deps: Deps, requestId: number, paymentId?: number): Promise<void> {
  const payment = await syncRequestPayment(deps, requestId, paymentId)
  if (payment?.status === 'captured') await bookOrRefund(deps, { paymentId: payment.id, requestId })
}
