/** Paid bookings that have not begun are canceled. @see docs/rules/bookings.md#canceling */
import type { CanceledBy } from '@tendwell/contract/bookings'
import { getRefund } from '@tendwell/contract/cancellation'
import { percentOfCents } from '@tendwell/contract/money'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import type { EventMap } from '../../platform/events.ts'
import { freeTimes, type LockedCalendar, lockCalendar } from '../availability/index.ts'
import { refundCanceledBookings } from '../payments/index.ts'
import { endOpenMove } from './move-end.ts'
import { listBookedWindows } from './queries.ts'
import { scheduleRelease } from './release.ts'
import type { BookedWindow } from './responses.ts'
import { cancelBooking, lockRequest, type RequestRow } from './store.ts'

export type Cancellation = {
  /** Why they are canceled; notifications say so. */
  cause: EventMap['booking.canceled']['cause']
  canceledBy: CanceledBy
  /** All of the price, or what the cancellation policy gives back. */
  refund: 'full' | 'policy'
  /** For the family; shown on the receipt. */
  reason: string
}

type CanceledRequest = { requestId: number; refundCents: number; firstBookingId: number }

/**
 * Cancels the bookings of paid requests that have not begun: their hours are free again, and the refunds are on their
 * way. What the caregiver keeps is released as if they had worked. Locks the caregivers, then the requests.
 * @returns how many bookings were canceled
 */
export async function cancelUpcomingBookings(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  paidRequests: readonly Pick<RequestRow, 'id' | 'caregiverId'>[],
  cancellation: Cancellation,
): Promise<number> {
  const calendars = await lockCalendars(
    transaction,
    paidRequests.map(({ caregiverId }) => caregiverId),
  )
  const locked: RequestRow[] = []
  for (const requestId of sortUnique(paidRequests.map(({ id }) => id))) {
    locked.push((await lockRequest(transaction, requestId)) as RequestRow)
  }
  const canceled: CanceledRequest[] = []
  let count = 0
  for (const request of locked) {
    const upcoming = await listUpcoming(transaction, deps, request)
    const [first] = upcoming
    if (!first) continue
    const calendar = calendars.get(request.caregiverId) as LockedCalendar
    const refundCents = await cancelBookings(transaction, deps, calendar, request, upcoming, cancellation)
    canceled.push({ requestId: request.id, refundCents, firstBookingId: first.booking.id })
    count += upcoming.length
    await scheduleRelease(transaction, deps, request)
    await endOpenMove(transaction, deps, request.id)
    await deps.jobs.publish(transaction, 'booking.canceled', {
      requestId: request.id,
      bookingIds: upcoming.map(({ booking }) => booking.id),
      cause: cancellation.cause,
      refundCents,
      keptCents: upcoming.reduce((sum, { booking }) => sum + booking.priceCents, 0) - refundCents,
    })
  }
  // Last, because ledger accounts are locked after everything else.
  for (const { requestId, refundCents, firstBookingId } of canceled) {
    if (refundCents === 0) continue
    await refundCanceledBookings(transaction, deps, {
      requestId,
      amountCents: refundCents,
      reason: cancellation.reason,
      key: `cancel:${firstBookingId}`,
    })
  }
  return count
}

/** Locks caregivers' calendars for update, by ascending id: nothing of theirs is booked until the transaction ends. */
export async function lockCalendars(
  transaction: Transaction,
  caregiverIds: readonly number[],
): Promise<ReadonlyMap<number, LockedCalendar>> {
  const calendars = new Map<number, LockedCalendar>()
  for (const caregiverId of sortUnique(caregiverIds)) {
    const calendar = await lockCalendar(transaction, caregiverId, 'update')
    if (calendar) calendars.set(caregiverId, calendar)
  }
  return calendars
}

async function listUpcoming(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  request: RequestRow,
): Promise<BookedWindow[]> {
  const all = await listBookedWindows(transaction, request.id)
  return all.filter(({ booking, window }) => !booking.canceledAt && window.startsAt > clock.now())
}

/** @returns what the family gets back, in cents */
async function cancelBookings(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  calendar: LockedCalendar,
  { cancellationPolicy }: RequestRow,
  upcoming: readonly BookedWindow[],
  { canceledBy, refund }: Cancellation,
): Promise<number> {
  const canceledAt = deps.clock.now()
  let totalCents = 0
  for (const { booking, window } of upcoming) {
    const { percent } = getRefund(cancellationPolicy, window.startsAt.getTime(), canceledAt.getTime())
    const refundCents = percentOfCents(booking.priceCents, refund === 'full' ? 100 : percent)
    totalCents += refundCents
    await cancelBooking(transaction, booking.id, {
      canceledAt,
      canceledBy,
      canceledFor: null,
      cancelReason: null,
      refundCents,
    })
  }
  const bookedTimeIds = upcoming.flatMap(({ booking }) => booking.bookedTimeId ?? [])
  await freeTimes(transaction, deps, calendar, bookedTimeIds)
  return totalCents
}

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
