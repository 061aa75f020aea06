/** Requests that are rejected without the caregiver. @see docs/rules/bookings.md#request-states */
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
 * Checks that the hours of an unpaid request can still be booked, and auto-rejects the request when they are
 * taken: the caller must commit that before it answers.
 * @returns null when the hours can be booked
 * @throws AppError 409 when the hours have begun
 */
export async function rejectIfTaken(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  request: RequestRow,
  calendar: LockedCaregiver,
): Promise<'taken' | 'closed' | null> {
  const windows = toIntervals(await listRequestWindows(transaction, request.id))
  const unavailability = await loadUnavailability(transaction, deps, calendar, windows)
  if (unavailability === 'begun') throw conflict(HOURS_BEGUN)
  if (unavailability === 'taken') await autoReject(transaction, deps, request.id, 'conflict')
  return unavailability
}

/** Rejects an unpaid request and notifies its family; does nothing for one that is paid or rejected. */
export async function autoReject(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  requestId: number,
  rejectionCause: RejectionCause,
): Promise<void> {
  const isRejected = await transitionRequest(transaction, requestId, 'autoReject', { rejectionCause })
  if (!isRejected) return
  await deps.jobs.publish(transaction, 'request.auto-rejected', { requestId, paid: false })
}

/**
 * Rejects the caregiver's unpaid requests that overlap a request that was just booked, closes their card
 * pages and notifies their families. The caregiver's calendar is locked for update.
 */
export async function autoRejectOverlapping(
  transaction: Transaction,
  deps: Deps,
  booked: RequestRow,
): Promise<void> {
  for (const requestId of await rejectOverlappingRequests(transaction, booked)) {
    await cancelCheckout(transaction, deps, requestId)
    const payment = await findRequestPayment(transaction, requestId)
    // A family that has paid too is notified when that payment is refunded.
    if (payment?.status === 'captured') continue
    await deps.jobs.publish(transaction, 'request.auto-rejected', { requestId, paid: false })
  }
}
