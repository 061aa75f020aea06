/** A family takes back a request that it hasn't paid. @see docs/rules/bookings.md#withdrawing */
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { lockCaregiver } from '../../availability/index.ts'
import { cancelCheckout, findRequestPayment } from '../../payments/index.ts'
import { ALREADY_PAID, describeRejection } from '../messages.ts'
import { findRequest, getRequest } from '../queries.ts'
import { lockRequest } from '../store.ts'
import { autoReject } from './auto-rejection.ts'

/**
 * Withdraws a request that is submitted, or accepted and unpaid; ends its checkout and notifies the
 * caregiver. Safe to repeat.
 * @throws AppError 404 for another family's request, 409 for one that is paid, being paid or closed otherwise
 */
export function withdrawRequest(deps: Deps, familyId: number, requestId: number): Promise<BookingRequest> {
  return withTransaction(deps.database, async (transaction) => {
    const requestBeforeLock = await findRequest(transaction, requestId)
    if (requestBeforeLock?.familyId !== familyId) throw notFound()
    await lockCaregiver(transaction, requestBeforeLock.caregiverId, 'share')
    const request = await lockRequest(transaction, requestId)
    const payment = await findRequestPayment(transaction, requestId)
    if (request?.paidAt || payment?.status === 'captured') throw conflict(ALREADY_PAID)
    if (request?.status !== 'rejected') {
      await autoReject(transaction, deps, requestId, 'withdrawn')
      await cancelCheckout(transaction, deps, requestId)
    } else if (request.rejectionCause !== 'withdrawn') {
      throw conflict(describeRejection(request.rejectionCause))
    }
    return getRequest(deps, transaction, familyId, requestId)
  })
}
