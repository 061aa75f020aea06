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
import { groupByRequest, isCanceled, isSide, listRequestIds, selectForViewer } from '../queries.ts'
import { toBookingResponse, type ViewedRequest } from '../responses.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { withVisits } from './visit-queries.ts'

/** A page of a person's bookings on one side. @see docs/rules/bookings.md#bookings */
export async function listBookings(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  query: z.infer<typeof bookingsQuery>,
): Promise<{ count: number; results: Booking[] }> {
  const now = clock.now()
  const nextStart = selectBookingTime(
    sql`min(times.starts_at)`,
    sql`times.ends_at > ${now.toISOString()}::timestamptz`,
  )
  const lastEnd = selectBookingTime(sql`max(times.ends_at)`)
  const lists = {
    upcoming: { isListed: isNotNull(nextStart), order: [asc(nextStart), asc(requests.id)] },
    past: { isListed: isNull(nextStart), order: [desc(lastEnd), desc(requests.id)] },
    all: { isListed: undefined, order: [desc(requests.paidAt), desc(requests.id)] },
  }
  const { isListed, order } = lists[query.when ?? 'all']
  const listedBookings = and(isSide(side, userId), isNotNull(requests.paidAt), isListed)
  const rows = await selectForViewer(reader, userId, now)
    .where(listedBookings)
    .orderBy(...order)
    .limit(query.page_size)
    .offset(getOffset(query))
  const [total] = await reader.select({ count: count() }).from(requests).where(listedBookings)
  const windows = groupByRequest(await listWindowsOfRequests(reader, listRequestIds(rows)))
  const viewed = await withVisits(reader, rows, side, now)
  const moves = await findOpenMoves(reader, listRequestIds(rows))
  const refunds = await listRefundsOfRequests(reader, listRequestIds(rows))
  return {
    count: total?.count ?? 0,
    results: viewed.map((row) =>
      toBookingResponse(
        row,
        {
          booked: windows.get(row.request.id) ?? [],
          refunds: refunds.get(row.request.id) ?? [],
          move: moves.get(row.request.id),
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
  const [row] = await selectForViewer(reader, userId, now).where(
    and(eq(requests.id, requestId), isSide(side, userId), isNotNull(requests.paidAt)),
  )
  if (!row) throw notFound()
  const [viewed] = await withVisits(reader, [row], side, now)
  const booked = await listWindowsOfRequests(reader, [requestId])
  const refunds = (await listRefundsOfRequests(reader, [requestId])).get(requestId) ?? []
  const [move] = await listOpenMoves(reader, [requestId])
  return toBookingResponse(viewed as ViewedRequest, { booked, refunds, move }, { now, side })
}

/** The open proposals to move bookings, by the request's id. */
async function findOpenMoves(reader: Reader, requestIds: readonly number[]): Promise<Map<number, MoveRow>> {
  const openMoves = await listOpenMoves(reader, requestIds)
  return new Map(openMoves.map((move) => [move.requestId, move]))
}

/** The bookings of requests with their windows, in order of time. */
function listWindowsOfRequests(reader: Reader, requestIds: readonly number[]) {
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
 * @param time the aggregate of `times.starts_at` or `times.ends_at`
 */
function selectBookingTime(time: SQL, condition: SQL = sql`true`): SQL<Date | null> {
  return sql<Date | null>`(
    SELECT ${time} FROM bookings AS booked JOIN request_windows AS times ON times.id = booked.window_id
    WHERE booked.request_id = ${requests.id} AND (booked.canceled_at IS NULL OR ${isCanceled}) AND ${condition})`
}
