import type { BookingRequest } from '@tendwell/contract/bookings'
import { feeCents } from '@tendwell/contract/money'
import type { PaymentStanding } from '@tendwell/contract/payments'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { lockCalendar } from '../availability/index.ts'
import {
  findRequestPayment,
  isRefunding,
  openCheckout,
  syncRequestPayment,
  toPaymentStatus,
} from '../payments/index.ts'
import { alternativesOf } from './alternatives.ts'
import { canGo, hoursOf } from './booking.ts'
import { HOURS_CLOSED, HOURS_TAKEN, requireToCome, whyClosed } from './commands.ts'
import { findRequest, requestFacts, requestFor } from './queries.ts'
import { settleCapturedPayment } from './settle.ts'
import type { RequestRow } from './store.ts'

const ALREADY_PAID = 'This request is already paid'
/**
 * Opens a checkout for an accepted request, or finds the one that is open: repeating it costs nothing.
 * @throws AppError 404 for a request that is not the caller's, 403 for its caregiver, 409 when it can't be paid
 */
export async function startCheckout(
  deps: Deps,
  userId: number,
  requestId: number,
): Promise<{ checkout_url: string }> {
  const payable = await withTransaction(deps.database, (transaction) =>
    payableRequest(transaction, deps, userId, requestId),
  )
  const { request, obstacle } = payable
  if (obstacle) {
    const detail = obstacle === 'taken' ? HOURS_TAKEN : HOURS_CLOSED
    throw conflict(detail, { alternatives: await alternativesOf(deps, request) })
  }
  const { caregiverName } = await requestFacts(deps.database, requestId)
  const hours = hoursOf(request.totalMinutes)
  const { checkoutUrl } = await openCheckout(deps, {
    requestId,
    payerId: request.caretakerId,
    payeeId: request.caregiverId,
    amountCents: request.priceCents,
    feeCents: feeCents({ amountCents: request.priceCents, basisPoints: deps.config.platformFeeBps }),
    description: `${hours} ${hours === 1 ? 'hour' : 'hours'} of care by ${caregiverName}`,
  })
  return { checkout_url: checkoutUrl }
}

/** Where the hours are taken, the request is closed, which must be committed before it is told. */
async function payableRequest(
  transaction: Transaction,
  deps: Deps,
  userId: number,
  requestId: number,
): Promise<{ request: RequestRow; obstacle: 'taken' | 'closed' | null }> {
  const seen = await findRequest(transaction, requestId)
  if (seen?.caregiverId === userId) throw forbidden('Only the request owner can pay')
  if (seen?.caretakerId !== userId) throw notFound()
  const calendar = await lockCalendar(transaction, seen.caregiverId, 'share')
  // Read again: what was read before the lock may have been paid or rejected while waiting for it.
  const request = (await findRequest(transaction, requestId)) as RequestRow
  if (request.paidAt) throw conflict(ALREADY_PAID)
  if (request.status === 'submitted') throw conflict('This request has not been accepted yet')
  if (!canGo('pay', request)) throw conflict(whyClosed(request.rejectionCause))
  const payment = await findRequestPayment(transaction, requestId)
  if (payment?.status === 'captured') throw conflict(ALREADY_PAID)
  if (!calendar?.isListed) throw conflict('This caregiver takes no payments at the moment')
  return { request, obstacle: await requireToCome(transaction, deps, request, calendar) }
}

/** How the payment of a family's own request stands. @throws AppError 404 for others, or before a checkout */
export async function paymentStatusOf(
  deps: Pick<Deps, 'database'>,
  caretakerId: number,
  requestId: number,
): Promise<PaymentStanding> {
  const request = await findRequest(deps.database, requestId)
  const payment = request?.caretakerId === caretakerId && (await findRequestPayment(deps.database, requestId))
  if (!payment) throw notFound()
  return {
    status: toPaymentStatus(payment.status),
    failure_reason: payment.failureReason,
    is_refunding: isRefunding(payment.status),
  }
}

/**
 * Asks the provider whether a family's request is paid and finishes the booking if it is (decisions §5): a lost
 * webhook costs nothing. Safe to repeat.
 * @throws AppError 404 for others, 409 when it is not paid; with `alternatives` when it lost its hours, and the
 * payment is given back
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
    if (payment?.status === 'captured') {
      await settleCapturedPayment(deps, { paymentId: payment.id, requestId })
    }
  }
  const shown = await requestFor(deps.database, caretakerId, requestId)
  if (shown.is_paid) return shown
  if (shown.status !== 'rejected') throw conflict('This request is not paid yet')
  if (shown.rejection_cause === 'caregiver') throw conflict(whyClosed('caregiver'))
  const payment = await findRequestPayment(deps.database, requestId)
  const isGivenBack = payment?.status === 'refunding' || payment?.status === 'refunded'
  const detail = isGivenBack
    ? `${payment.failureReason}. Your payment is being refunded in full`
    : whyClosed(shown.rejection_cause)
  throw conflict(detail, { alternatives: await alternativesOf(deps, request) })
}
