import type { RejectionCause } from '@tendwell/contract/bookings'
import type { Deps } from '../../deps.ts'
import { type Transaction, violatedConstraint, withTransaction } from '../../platform/database.ts'
import { bookTimes, type LockedCalendar, lockCalendar } from '../availability/index.ts'
import {
  cancelCheckout,
  findRequestPayment,
  lockPayment,
  refundPayment,
  settlePayment,
} from '../payments/index.ts'
import { grantContactAccess } from '../profiles/index.ts'
import { obstacleOf } from './alternatives.ts'
import { canGo } from './booking.ts'
import { HOURS_BEGUN, HOURS_CLOSED } from './commands.ts'
import { CAUSE_OF_OBSTACLE, type Obstacle } from './obstacle.ts'
import { findRequest, intervalsOf, windowsOf } from './queries.ts'
import { scheduleRelease } from './release.ts'
import {
  insertBookings,
  lockRequest,
  moveRequest,
  type RequestRow,
  rejectOverlapping,
  type WindowRow,
} from './store.ts'

type Captured = { paymentId: number; requestId: number }

const NO_OVERLAP = 'occupied_times_no_overlap'

/**
 * Turns a captured payment into bookings, or gives it back in full where that is not possible (decisions §5): in
 * one transaction either way, so that no money stays in between. Of several at once for the same hours the first
 * one to lock the caregiver's calendar wins. A payment that is settled already is left alone.
 */
export async function settleCapturedPayment(deps: Deps, captured: Captured): Promise<void> {
  const settle = () =>
    withTransaction(deps.database, (transaction) => settleLocked(transaction, deps, captured))
  try {
    await settle()
  } catch (error) {
    if (violatedConstraint(error) !== NO_OVERLAP) throw error
    // The hours were taken past the calendar's lock. They are now seen to be, so the payment goes back.
    await settle()
  }
}

async function settleLocked(transaction: Transaction, deps: Deps, captured: Captured): Promise<void> {
  const { paymentId, requestId } = captured
  const seen = await findRequest(transaction, requestId)
  if (!seen) throw new Error(`Payment ${paymentId} is for request ${requestId}, which does not exist`)
  const calendar = await lockCalendar(transaction, seen.caregiverId, 'update')
  const request = (await lockRequest(transaction, requestId)) as RequestRow
  const payment = await lockPayment(transaction, paymentId)
  if (payment.status !== 'captured') return
  const windows = await windowsOf(transaction, requestId)
  const refusal = await refusalOf(transaction, deps, request, windows, calendar)
  if (refusal) await giveBack(transaction, deps, captured, request, refusal)
  else await bookPaid(transaction, deps, captured, request, windows)
}

/** Why a paid request can't become a booking: in words for its family, and as it is kept. */
type Refusal = { reason: string; cause: RejectionCause }

const REFUSALS = {
  taken: 'Another family has booked these hours first',
  begun: HOURS_BEGUN,
  closed: HOURS_CLOSED,
} as const satisfies Record<Obstacle, string>

/** Null when nothing is in the way of the booking. */
async function refusalOf(
  transaction: Transaction,
  deps: Deps,
  request: RequestRow,
  windows: readonly WindowRow[],
  calendar: LockedCalendar | null,
): Promise<Refusal | null> {
  if (request.paidAt) return { reason: 'This request was already paid', cause: 'conflict' }
  if (!calendar?.isListed) {
    return { reason: 'The caregiver takes no bookings at the moment', cause: 'unavailable' }
  }
  const obstacle = await obstacleOf(transaction, deps, calendar, intervalsOf(windows))
  if (obstacle) return { reason: REFUSALS[obstacle], cause: CAUSE_OF_OBSTACLE[obstacle] }
  if (canGo('pay', request)) return null
  return { reason: 'This request was closed before it was paid', cause: 'conflict' }
}

async function giveBack(
  transaction: Transaction,
  deps: Deps,
  { paymentId, requestId }: Captured,
  request: RequestRow,
  { reason, cause }: Refusal,
): Promise<void> {
  await refundPayment(transaction, deps, paymentId, reason)
  // A second payment of a booked request goes back without touching the booking.
  if (request.paidAt) return
  await moveRequest(transaction, requestId, 'giveWay', { rejectionCause: cause })
  await deps.jobs.publish(transaction, { type: 'request.auto-rejected', requestId, paid: true })
}

async function bookPaid(
  transaction: Transaction,
  deps: Deps,
  { paymentId, requestId }: Captured,
  request: RequestRow,
  windows: readonly WindowRow[],
): Promise<void> {
  const paidAt = deps.clock.now()
  await bookHours(transaction, deps, request, windows, paidAt)
  const { caregiverId, caretakerId } = request
  await grantContactAccess(transaction, { caregiverId, caretakerId, at: paidAt })
  await deps.jobs.publish(transaction, { type: 'request.booked', requestId })
  await scheduleRelease(transaction, deps, requestId, windows)
  for (const otherId of await rejectOverlapping(transaction, request)) {
    await cancelCheckout(transaction, deps, otherId)
    const payment = await findRequestPayment(transaction, otherId)
    // Whoever has paid as well is told when that payment is settled, together with the refund.
    if (payment?.status === 'captured') continue
    await deps.jobs.publish(transaction, { type: 'request.auto-rejected', requestId: otherId, paid: false })
  }
  // Last, because the ledger's accounts come after every other lock.
  await settlePayment(transaction, deps, paymentId)
}

/**
 * Turns the windows of an accepted request into bookings. The caregiver's calendar is locked for update.
 * @throws AppError 409 `hours_taken` when they overlap a live booking
 */
async function bookHours(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  request: Pick<RequestRow, 'id' | 'caregiverId'>,
  windows: readonly WindowRow[],
  paidAt: Date,
): Promise<void> {
  const occupiedIds = await bookTimes(transaction, deps, request.caregiverId, intervalsOf(windows))
  await insertBookings(transaction, windows, occupiedIds, paidAt)
  const isPaid = await moveRequest(transaction, request.id, 'pay', { paidAt })
  if (!isPaid) throw new Error(`Request ${request.id} can not be paid although it is locked`)
}
