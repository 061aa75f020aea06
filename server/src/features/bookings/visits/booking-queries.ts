/** Lists and gets bookings, which are paid requests. */

import type { Booking, bookingsQuery } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import { listRefundsOfRequests } from '../../payments/index.ts'
import { listOpenMoves, type MoveRow } from '../moving/store.ts'
import {
  groupByRequest,
  isOwnRequest,
  isRequestCanceled,
  selectRequestsForViewer,
  toRequestIds,
} from '../queries.ts'
import { toBookingResponse, type ViewedRequest } from '../responses.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { withVisitDetails } from './visit-queries.ts'

/** A page of a person's bookings on one side. @see docs/rules/bookings.md#bookings */
export async function listBookings(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  query: z.infer<typeof bookingsQuery>,
): Promise<{ count: number; results: Booking[] }> {
  const now = clock.now()
  // When the first visit that isn't over starts; null once all are over.
  const nextStart = selectBookingTime(
    sql`min(times.starts_at)`,
    sql`times.ends_at > ${now.toISOString()}::timestamptz`,
  )
  const lastEnd = selectBookingTime(sql`max(times.ends_at)`)
  const conditionsByList = {
    upcoming: { isInList: isNotNull(nextStart), order: [asc(nextStart), asc(requests.id)] },
    past: { isInList: isNull(nextStart), order: [desc(lastEnd), desc(requests.id)] },
    all: { isInList: undefined, order: [desc(requests.paidAt), desc(requests.id)] },
  }
  const { isInList, order } = conditionsByList[query.when ?? 'all']
  const listedBookings = and(isOwnRequest(side, userId), isNotNull(requests.paidAt), isInList)
  const rows = await selectRequestsForViewer(reader, userId, now)
    .where(listedBookings)
    .orderBy(...order)
    .limit(query.page_size)
    .offset(getOffset(query))
  const [total] = await reader.select({ count: count() }).from(requests).where(listedBookings)
  const bookedByRequest = groupByRequest(await listBookedWindowsOf(reader, toRequestIds(rows)))
  const viewedRequests = await withVisitDetails(reader, rows, side, now)
  const moves = await listOpenMovesByRequest(reader, toRequestIds(rows))
  const refunds = await listRefundsOfRequests(reader, toRequestIds(rows))
  return {
    count: total?.count ?? 0,
    results: viewedRequests.map((viewed) =>
      toBookingResponse(
        viewed,
        {
          bookedWindows: bookedByRequest.get(viewed.request.id) ?? [],
          refunds: refunds.get(viewed.request.id) ?? [],
          move: moves.get(viewed.request.id),
        },
        { now, side },
      ),
    ),
  }
}

/** A booking for one of its two sides. @throws AppError 404 for anyone else, and for an unpaid request */
export async function getBooking(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  requestId: number,
): Promise<Booking> {
  const now = clock.now()
  const [row] = await selectRequestsForViewer(reader, userId, now).where(
    and(eq(requests.id, requestId), isOwnRequest(side, userId), isNotNull(requests.paidAt)),
  )
  if (!row) throw notFound()
  const [viewedRequest] = await withVisitDetails(reader, [row], side, now)
  const bookedWindows = await listBookedWindowsOf(reader, [requestId])
  const refunds = (await listRefundsOfRequests(reader, [requestId])).get(requestId) ?? []
  const [move] = await listOpenMoves(reader, [requestId])
  return toBookingResponse(viewedRequest as ViewedRequest, { bookedWindows, refunds, move }, { now, side })
}

/** The open proposals to move bookings, by the request's id. */
async function listOpenMovesByRequest(
  reader: Reader,
  requestIds: readonly number[],
): Promise<Map<number, MoveRow>> {
  const openMoves = await listOpenMoves(reader, requestIds)
  return new Map(openMoves.map((move) => [move.requestId, move]))
}

/** The bookings of requests with their windows, in order of time. */
function listBookedWindowsOf(reader: Reader, requestIds: readonly number[]) {
  return reader
    .select({ requestId: bookings.requestId, booking: bookings, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(inArray(bookings.requestId, [...requestIds]))
    .orderBy(asc(requestWindows.startsAt))
}

/**
 * A subquery for statements on `requests`: the earliest or latest time of a request's bookings. Canceled ones
 * count only if all of them are canceled.
 * @param timeAggregate `min` or `max` of `times.starts_at` or `times.ends_at`
 * @param condition limits the bookings, by the columns of `booked` and `times`
 */
function selectBookingTime(timeAggregate: SQL, condition: SQL = sql`true`): SQL<Date | null> {
  return sql<Date | null>`(
    SELECT ${timeAggregate} FROM bookings AS booked JOIN request_windows AS times ON times.id = booked.window_id
    WHERE booked.request_id = ${requests.id} AND (booked.canceled_at IS NULL OR ${isRequestCanceled}) AND ${condition})`
}
