/** Bookings as entries of a person's calendar in another app. */

import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, exists, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { isOwnRequest, selectRequests, toRequestIds } from '../queries.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { withVisitDetails } from './visit-queries.ts'

export type CalendarBooking = {
  bookingId: number
  requestId: number
  side: Side
  /** The name of the person on the other side. */
  otherName: string
  startsAt: Date
  endsAt: Date
  isCanceled: boolean
  /** A number that each change raises, so that calendar apps know the newest version. */
  sequence: number
  changedAt: Date
  /** The address of the visit, as far as this side may read it now. */
  address: VisitDetails['address']
}

/**
 * A person's bookings on one side, canceled ones included, by start.
 * @param filter one request's bookings, or those that end after an instant
 * @see docs/rules/calendars.md#events
 */
export async function listCalendarBookings(
  reader: Reader,
  { userId, side, now }: { userId: number; side: Side; now: Date },
  filter: { requestId: number } | { endsAfter: Date },
): Promise<CalendarBooking[]> {
  const isWanted =
    'requestId' in filter
      ? eq(bookings.requestId, filter.requestId)
      : gt(requestWindows.endsAt, filter.endsAfter)
  const wantedBookings = reader
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(eq(bookings.requestId, requests.id), isWanted))
  const rows = await selectRequests(reader).where(
    and(isOwnRequest(side, userId), isNotNull(requests.paidAt), exists(wantedBookings)),
  )
  const viewedRequestsById = new Map(
    (await withVisitDetails(reader, rows, side, now)).map((viewedRequest) => [
      viewedRequest.request.id,
      viewedRequest,
    ]),
  )
  const bookedWindows = await reader
    .select({ booking: bookings, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(inArray(bookings.requestId, toRequestIds(rows)), isWanted))
    .orderBy(asc(requestWindows.startsAt), asc(bookings.id))
  return bookedWindows.flatMap(({ booking, window }) => {
    const viewedRequest = viewedRequestsById.get(booking.requestId)
    if (!viewedRequest) return []
    return {
      bookingId: booking.id,
      requestId: booking.requestId,
      side,
      otherName: side === 'caregiver' ? viewedRequest.familyName : viewedRequest.caregiverName,
      startsAt: window.startsAt,
      endsAt: window.endsAt,
      isCanceled: booking.canceledAt !== null,
      sequence: booking.sequence,
      changedAt: booking.canceledAt ?? booking.createdAt,
      address: viewedRequest.visitDetails.address,
    }
  })
}
