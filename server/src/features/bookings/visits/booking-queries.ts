/** Lists and gets bookings, which are paid requests. */

import type { Booking, BookingDetail, bookingsQuery, Past } from '@tendwell/contract/bookings/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import { calculatePayeeCents, findRequestPayment, listRefundsOfRequests } from '../../payments/index.ts'
import { getFirstPayoutDays, getWithdrawableTime } from '../../payouts/index.ts'
import { listOpenMoves, type MoveRow } from '../moving/store.ts'
import {
  groupByRequest,
  isOwnRequest,
  isRequestCanceled,
  readRequests,
  selectRequestsForViewer,
  toRequestIds,
  type ViewedRow,
} from '../queries.ts'
import { isLostRequest } from '../requests/lost-requests.ts'
import { toBookingResponse } from '../responses.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { listRequestSpans } from './person-queries.ts'
import { withChildNotes, withVisitDetails } from './visit-queries.ts'

/** A page of a person's bookings on one side. @see docs/rules/bookings.md#bookings */
export async function listBookings(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  query: z.infer<typeof bookingsQuery>,
): Promise<{ count: number; results: Booking[] }> {
  const now = clock.now()
  const nextStart = selectNextStart(now)
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
  return { count: total?.count ?? 0, results: await readBookings(reader, side, rows, now) }
}

/**
 * A page of a family's past: bookings of which nothing is ahead, and requests that were closed before they were
 * paid and whose hours need no other caregiver; latest hours first.
 * @see docs/rules/bookings.md#bookings
 */
export async function listPast(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  familyId: number,
  page: PageRequest,
): Promise<{ count: number; results: Past[] }> {
  const now = clock.now()
  const isOver = or(
    and(isNotNull(requests.paidAt), isNull(selectNextStart(now))),
    and(eq(requests.status, 'rejected'), not(isLostRequest(now))),
  )
  const listed = and(isOwnRequest('caretaker', familyId), isOver)
  const rows = await selectRequestsForViewer(reader, familyId, now)
    .where(listed)
    .orderBy(desc(sql`coalesce(${lastEnd}, ${lastWindowEnd})`), desc(requests.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const [total] = await reader.select({ count: count() }).from(requests).where(listed)
  const [paid, closed] = [rows.filter(isPaid), rows.filter((row) => !isPaid(row))]
  const bookingsById = new Map(
    (await readBookings(reader, 'caretaker', paid, now)).map((booking) => [booking.request_id, booking]),
  )
  const requestsById = new Map(
    (await readRequests(reader, 'caretaker', closed, now)).map((request) => [request.id, request]),
  )
  return {
    count: total?.count ?? 0,
    results: rows.map(({ request: { id } }) => ({
      booking: bookingsById.get(id) ?? null,
      request: requestsById.get(id) ?? null,
    })),
  }
}

const isPaid = ({ request }: ViewedRow) => request.paidAt !== null

/** Bookings as this side of them gets them, in the order of the rows. */
async function readBookings(
  reader: Reader,
  side: Side,
  rows: readonly ViewedRow[],
  now: Date,
): Promise<Booking[]> {
  const bookedByRequest = groupByRequest(await listBookedWindowsOf(reader, toRequestIds(rows)))
  const viewedRequests = await withVisitDetails(reader, rows, side, now)
  const moves = await listOpenMovesByRequest(reader, toRequestIds(rows))
  const refunds = await listRefundsOfRequests(reader, toRequestIds(rows))
  return viewedRequests.map((viewed) =>
    toBookingResponse(
      viewed,
      {
        bookedWindows: bookedByRequest.get(viewed.request.id) ?? [],
        refunds: refunds.get(viewed.request.id) ?? [],
        move: moves.get(viewed.request.id),
      },
      { now, side },
    ),
  )
}

/** A booking for one of its two sides. @throws AppError 404 for anyone else, and for an unpaid request */
export async function getBooking(
  { clock, config, database: reader }: Pick<Deps, 'clock' | 'config' | 'database'>,
  side: Side,
  userId: number,
  requestId: number,
): Promise<BookingDetail> {
  const now = clock.now()
  const [row] = await selectRequestsForViewer(reader, userId, now).where(
    and(eq(requests.id, requestId), isOwnRequest(side, userId), isNotNull(requests.paidAt)),
  )
  if (!row) throw notFound()
  const [viewedRequest] = await withVisitDetails(reader, [row], side, now, true)
  if (!viewedRequest) throw notFound()
  const bookedWindows = await listBookedWindowsOf(reader, [requestId])
  const refunds = (await listRefundsOfRequests(reader, [requestId])).get(requestId) ?? []
  const [move] = await listOpenMoves(reader, [requestId])
  return {
    ...toBookingResponse(viewedRequest, { bookedWindows, refunds, move }, { now, side }),
    children: await withChildNotes(reader, row.request.familyId, viewedRequest.visitDetails.children),
    is_restricted: viewedRequest.isRestricted,
    phone_number: viewedRequest.phoneNumber,
    lacks_phone: viewedRequest.lacksPhone,
    is_phone_verified: viewedRequest.isPhoneVerified,
    shares_phone: viewedRequest.sharesPhone,
    earning: side === 'caregiver' ? await findEarning(reader, config, userId, requestId) : null,
  }
}

/** @see docs/rules/money.md#new-money */
async function findEarning(
  reader: Reader,
  config: Deps['config'],
  caregiverId: number,
  requestId: number,
): Promise<BookingDetail['earning']> {
  const payment = await findRequestPayment(reader, requestId)
  const [span] = await listRequestSpans(reader, [requestId])
  if (!payment || !span) return null
  const firstPayoutDays = await getFirstPayoutDays(reader, { config }, caregiverId)
  const { releaseDelayHours } = config
  return {
    amount_usd: usdFromCents(calculatePayeeCents(payment)),
    withdrawable_from: getWithdrawableTime(span.careEndsAt, {
      releaseDelayHours,
      firstPayoutDays,
    }).toISOString(),
  }
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
 * For statements on `requests`: when the first visit of a booking starts that is neither over nor canceled;
 * null if there is none.
 */
function selectNextStart(now: Date): SQL<Date | null> {
  return sql<Date | null>`(
    SELECT min(times.starts_at) FROM bookings AS booked JOIN request_windows AS times ON times.id = booked.window_id
    WHERE booked.request_id = ${requests.id} AND booked.canceled_at IS NULL
      AND times.ends_at > ${now.toISOString()}::timestamptz)`
}

/**
 * For statements on `requests`: when the last visit of a booking ends. Canceled ones count only if all of them
 * are canceled. Null for an unpaid request.
 */
const lastEnd = sql<Date | null>`(
  SELECT max(times.ends_at) FROM bookings AS booked JOIN request_windows AS times ON times.id = booked.window_id
  WHERE booked.request_id = ${requests.id} AND (booked.canceled_at IS NULL OR ${isRequestCanceled}))`

/** For statements on `requests`: when the last hours that were asked for end. */
const lastWindowEnd = sql<Date>`(
  SELECT max(times.ends_at) FROM request_windows AS times WHERE times.request_id = ${requests.id})`
