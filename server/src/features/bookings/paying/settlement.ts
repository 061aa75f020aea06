/**
 * Settles a captured payment: its request is booked, or the payment is refunded.
 * @see docs/rules/bookings.md#paying
 */
import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import type { Deps } from '../../../deps.ts'
import { type Transaction, violatedConstraint, withTransaction } from '../../../platform/database/database.ts'
import { bookTimes, type LockedCaregiver, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { lockPayment, refundPayment, settlePayment } from '../../payments/index.ts'
import { canTransition } from '../lifecycle.ts'
import { BOOKED_ELSEWHERE, HOURS_BEGUN, HOURS_CLOSED } from '../messages.ts'
import { listRequestWindows, selectCaregiverId, toIntervals } from '../queries.ts'
import { autoRejectOverlapping } from '../requests/auto-rejection.ts'
import { loadUnavailability } from '../requests/calendar.ts'
import { REJECTION_CAUSES, type Unavailability } from '../requests/unavailability.ts'
import { insertBookings, lockRequest, type RequestRow, transitionRequest, type WindowRow } from '../store.ts'
import { isBookedInGroup, WITHDRAW_GROUP_JOB } from '../substitutes/group.ts'
import { VISIT_WITH_EMERGENCY_CONTACT } from '../visits/emergency-contact.ts'
import { scheduleRelease } from './release.ts'

type CapturedPayment = { paymentId: number; requestId: number }

/** Why a paid request can't be booked: a text for its family, and the rejection cause to store. */
type Refusal = { reason: string; cause: RejectionCause }

/** The database's constraint that keeps two bookings of a caregiver from overlapping. */
const NO_OVERLAP = 'booked_times_no_overlap'

const REFUND_REASONS = {
  taken: 'Another family booked these times first',
  begun: HOURS_BEGUN,
  closed: HOURS_CLOSED,
} as const satisfies Record<Unavailability, string>

/**
 * Books a captured payment's request, or refunds the payment in full when that is not possible, in one
 * transaction. Of several payments for the same hours, the first to lock the caregiver wins. Does
 * nothing for a payment that is already settled or refunded, so it is safe to repeat.
 * @see docs/rules/bookings.md#losing-the-race
 */
export async function bookOrRefund(deps: Deps, capturedPayment: CapturedPayment): Promise<void> {
  const settle = () =>
    withTransaction(deps.database, (transaction) => bookOrRefundLocked(transaction, deps, capturedPayment))
  try {
    await settle()
  } catch (error) {
    if (violatedConstraint(error) !== NO_OVERLAP) throw error
    // Somebody booked the hours without locking the caregiver. The second attempt sees their booking and
    // refunds.
    await settle()
  }
}

/** Locks the caregiver, the request and the payment, in this order, and books or refunds. */
async function bookOrRefundLocked(
  transaction: Transaction,
  deps: Deps,
  capturedPayment: CapturedPayment,
): Promise<void> {
  const { paymentId, requestId } = capturedPayment
  const caregiver = await lockCaregiver(transaction, selectCaregiverId(transaction, requestId), 'update')
  const request = await lockRequest(transaction, requestId)
  if (!request) throw new Error(`Payment ${paymentId} is for request ${requestId}, which does not exist`)
  const payment = await lockPayment(transaction, paymentId)
  if (payment.status !== 'captured') return
  const windows = await listRequestWindows(transaction, requestId)
  const refusal = await findRefusal(transaction, deps, request, windows, caregiver)
  if (refusal) await refundAndReject(transaction, deps, paymentId, request, refusal)
  else await bookWindows(transaction, deps, paymentId, request, windows, caregiver as LockedCaregiver)
}

/** Why the request can't be booked; null if it can. */
async function findRefusal(
  transaction: Transaction,
  deps: Deps,
  request: RequestRow,
  windows: readonly WindowRow[],
  caregiver: LockedCaregiver | null,
): Promise<Refusal | null> {
  if (request.paidAt) return { reason: 'This request was already paid', cause: 'conflict' }
  if (await isBookedInGroup(transaction, request)) return { reason: BOOKED_ELSEWHERE, cause: 'withdrawn' }
  const isReachable =
    caregiver?.isListed && (await lockPairUnlessBlocked(transaction, request.familyId, request.caregiverId))
  if (!isReachable) {
    return { reason: "The caregiver isn't taking bookings right now", cause: 'unavailable' }
  }
  const unavailability = await loadUnavailability(transaction, deps, caregiver, toIntervals(windows))
  if (unavailability) {
    return { reason: REFUND_REASONS[unavailability], cause: REJECTION_CAUSES[unavailability] }
  }
  if (canTransition(request, 'markPaid')) return null
  return { reason: 'This request was closed before it was paid', cause: 'conflict' }
}

/** Refunds the payment in full, and rejects the request unless another payment has booked it. */
async function refundAndReject(
  transaction: Transaction,
  deps: Deps,
  paymentId: number,
  request: RequestRow,
  { reason, cause }: Refusal,
): Promise<void> {
  await refundPayment(transaction, deps, paymentId, reason)
  // The refund of a second payment does not change the booking.
  if (request.paidAt) return
  await transitionRequest(transaction, request.id, 'autoReject', { rejectionCause: cause })
  const isBookedElsewhere = reason === BOOKED_ELSEWHERE
  await deps.jobs.publish(transaction, 'request.auto-rejected', {
    requestId: request.id,
    paid: true,
    isBookedElsewhere,
  })
}

/**
 * Takes the hours, stores a booking for each window, marks the request as paid, with the family's emergency
 * contact, and moves the money into escrow.
 */
async function bookWindows(
  transaction: Transaction,
  deps: Deps,
  paymentId: number,
  request: RequestRow,
  windows: readonly WindowRow[],
  caregiver: LockedCaregiver,
): Promise<void> {
  const { id: requestId } = request
  const paidAt = deps.clock.now()
  const bookedTimeIds = await bookTimes(transaction, deps, caregiver, toIntervals(windows))
  await insertBookings(transaction, request, windows, bookedTimeIds, paidAt)
  const isPaid = await transitionRequest(transaction, requestId, 'markPaid', {
    paidAt,
    visit: VISIT_WITH_EMERGENCY_CONTACT,
  })
  if (!isPaid) throw new Error(`Request ${requestId} could not be marked as paid under its lock`)
  await deps.jobs.publish(transaction, 'request.booked', { requestId })
  const careEnd = new Date(Math.max(...windows.map(({ endsAt }) => endsAt.getTime())))
  await scheduleRelease(transaction, deps, request, careEnd)
  await autoRejectOverlapping(transaction, deps, request)
  if (request.groupId !== null) await deps.jobs.add(transaction, WITHDRAW_GROUP_JOB, { requestId })
  // Last, because ledger accounts are locked after everything else.
  await settlePayment(transaction, deps, paymentId)
}
