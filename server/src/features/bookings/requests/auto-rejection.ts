/**
 * Rejections without a caregiver's answer: a request's hours were lost, or one of its two people ended it.
 * @see docs/rules/bookings.md#request-states
 */
import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { LockedCaregiver } from '../../availability/index.ts'
import { cancelCheckout, findRequestPayment } from '../../payments/index.ts'
import { HOURS_BEGUN } from '../messages.ts'
import { listRequestWindows, toIntervals } from '../queries.ts'
import { type RequestRow, rejectOverlappingRequests, transitionRequest } from '../store.ts'
import { loadUnavailability } from './calendar.ts'

/**
 * Finds out whether the hours of an unpaid request can still be booked, and rejects the request if they are
 * taken. The caller must commit the rejection before it answers with an error.
 * @returns why the hours can't be booked; null if they can
 * @throws AppError 409 when the hours have begun
 */
export async function rejectIfTaken(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  request: RequestRow,
  caregiver: LockedCaregiver,
): Promise<'taken' | 'closed' | null> {
  const windows = toIntervals(await listRequestWindows(transaction, request.id))
  const unavailability = await loadUnavailability(transaction, deps, caregiver, windows)
  if (unavailability === 'begun') throw conflict(HOURS_BEGUN)
  if (unavailability === 'taken') await autoReject(transaction, deps, request.id, 'conflict')
  return unavailability
}

/**
 * Rejects an unpaid request and notifies its family, or its caregiver if the family withdrew it. Does nothing
 * for a request that is paid or rejected.
 * @param options.isBookedElsewhere whether the family withdrew it by booking someone else
 */
export async function autoReject(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  requestId: number,
  rejectionCause: RejectionCause,
  { isBookedElsewhere = false } = {},
): Promise<void> {
  const isRejected = await transitionRequest(transaction, requestId, 'autoReject', { rejectionCause })
  if (!isRejected) return
  await deps.jobs.publish(transaction, 'request.auto-rejected', { requestId, paid: false, isBookedElsewhere })
}

/**
 * Rejects the caregiver's unpaid requests that overlap a request that was just booked, closes their card
 * pages and notifies their families. The caller has locked the caregiver for update.
 */
export async function autoRejectOverlapping(
  transaction: Transaction,
  deps: Deps,
  bookedRequest: RequestRow,
): Promise<void> {
  for (const requestId of await rejectOverlappingRequests(transaction, bookedRequest)) {
    await cancelCheckout(transaction, deps, requestId)
    const payment = await findRequestPayment(transaction, requestId)
    // If that family has paid too, it is notified when its payment is refunded.
    if (payment?.status === 'captured') continue
    await deps.jobs.publish(transaction, 'request.auto-rejected', { requestId, paid: false })
  }
}
