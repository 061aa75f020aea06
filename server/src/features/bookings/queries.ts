import type { Booked } from '@tendwell/contract/availability/slots'
import type { BookingRequest, OpenRequests } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS } from '@tendwell/contract/time'
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  lte,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { hasBlocked, isBlockedBetween } from '../blocks/index.ts'
import { listRefundsOfRequests, selectRequestHold, selectRequestPaymentId } from '../payments/index.ts'
import { shownName, users } from '../people/index.ts'
import { caregiverProfiles, familyProfiles } from '../profiles/index.ts'
import { listVisitDistancesKm } from '../search/index.ts'
import { isLostRequest } from './requests/lost-requests.ts'
import type { OpenRequest } from './requests/open-requests.ts'
import {
  type BookedWindow,
  type RequestDetails,
  toRequestDetails,
  toRequestResponse,
  type ViewedRequest,
  type ViewedWindow,
} from './responses.ts'
import type { RequestRow, WindowRow } from './store.ts'
import { viewedGroup } from './substitutes/viewed-group.ts'
import { bookings, requests, requestWindows } from './tables.ts'
import { canMessageSql } from './visits/person-queries.ts'
import { getVisitDetailsForBoth, withVisitDetails } from './visits/visit-queries.ts'

/** At most this many requests expire per run. */
const EXPIRED_MAXIMUM = 200

const caregivers = alias(users, 'caregivers')
const families = alias(users, 'caretakers')
const caregiverListing = alias(caregiverProfiles, 'caregiver_listing')

/** The stored request; null if there is none with this id. */
export async function findRequest(reader: Reader, requestId: number): Promise<RequestRow | null> {
  const [row] = await reader.select().from(requests).where(eq(requests.id, requestId))
  return row ?? null
}

/** The statement that selects the id of a request's caregiver, which never changes. */
export function selectCaregiverId(reader: Reader, requestId: number) {
  return reader.select({ id: requests.caregiverId }).from(requests).where(eq(requests.id, requestId))
}

/** The windows of a request in order of time. */
export function listRequestWindows(reader: Reader, requestId: number): Promise<WindowRow[]> {
  return reader
    .select()
    .from(requestWindows)
    .where(eq(requestWindows.requestId, requestId))
    .orderBy(asc(requestWindows.startsAt))
}

/** The windows of requests in order of time, each with when its visit was canceled; null if it wasn't. */
export function listWindowsOfRequests(
  reader: Reader,
  requestIds: readonly number[],
): Promise<ViewedWindow[]> {
  return reader
    .select({ ...getTableColumns(requestWindows), canceledAt: bookings.canceledAt })
    .from(requestWindows)
    .leftJoin(bookings, eq(bookings.windowId, requestWindows.id))
    .where(inArray(requestWindows.requestId, [...requestIds]))
    .orderBy(asc(requestWindows.startsAt))
}

/** Stored windows as intervals with their buffers, in epoch ms. */
export function toIntervals(
  windows: readonly Pick<WindowRow, 'startsAt' | 'endsAt' | 'bufferMinutes'>[],
): Required<Booked>[] {
  return windows.map(({ startsAt, endsAt, bufferMinutes }) => ({
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
    bufferMs: bufferMinutes * MINUTE_MS,
  }))
}

/** The bookings of a paid request with their windows, in order of time; canceled ones too. */
export function listBookedWindows(reader: Reader, requestId: number): Promise<BookedWindow[]> {
  return reader
    .select({ booking: bookings, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(eq(bookings.requestId, requestId))
    .orderBy(asc(requestWindows.startsAt))
}

/** Whether a visit is still to come: it has neither begun nor been canceled. */
export function isAhead({ booking, window }: BookedWindow, now: Date): boolean {
  return !booking.canceledAt && window.startsAt > now
}

/** The ids of a paid request's bookings, ascending; canceled ones too. */
export async function listBookingIds(reader: Reader, requestId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.requestId, requestId))
    .orderBy(asc(bookings.id))
  return rows.map(({ id }) => id)
}

/** The id of the request that a booking belongs to; null for an unknown booking. */
export async function findRequestIdOfBooking(reader: Reader, bookingId: number): Promise<number | null> {
  const isThisBooking = eq(bookings.id, bookingId)
  const [booking] = await reader.select({ requestId: bookings.requestId }).from(bookings).where(isThisBooking)
  return booking?.requestId ?? null
}

/**
 * The ids of unpaid requests, not rejected, with a window that has begun; ascending, at most
 * `EXPIRED_MAXIMUM`.
 */
export async function listExpiredRequestIds(reader: Reader, now: Date): Promise<number[]> {
  const begunWindow = reader
    .select({ id: requestWindows.id })
    .from(requestWindows)
    .where(and(eq(requestWindows.requestId, requests.id), lte(requestWindows.startsAt, now)))
  const rows = await reader
    .select({ id: requests.id })
    .from(requests)
    .where(and(isNull(requests.paidAt), ne(requests.status, 'rejected'), exists(begunWindow)))
    .orderBy(asc(requests.id))
    .limit(EXPIRED_MAXIMUM)
  return rows.map(({ id }) => id)
}

/** A family's open requests, which are neither paid nor rejected, with the time when each expires. */
export async function listOpenRequests(reader: Reader, familyId: number): Promise<OpenRequest[]> {
  const rows = await reader
    .select({ caregiverId: requests.caregiverId, expiresAt: min(requestWindows.startsAt) })
    .from(requests)
    .innerJoin(requestWindows, eq(requestWindows.requestId, requests.id))
    .where(and(eq(requests.familyId, familyId), isNull(requests.paidAt), ne(requests.status, 'rejected')))
    .groupBy(requests.id)
  return rows.map(({ caregiverId, expiresAt }) => ({ caregiverId, expiresAt: expiresAt as Date }))
}

/** A request for one of its two sides. @throws AppError 404 for anyone else */
export async function getRequest(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: number,
  requestId: number,
): Promise<BookingRequest> {
  const [row] = await selectRequestsForViewer(reader, userId, clock.now()).where(eq(requests.id, requestId))
  const { caregiverId, familyId } = row?.request ?? {}
  if (!row || (caregiverId !== userId && familyId !== userId)) throw notFound()
  const side = familyId === userId ? 'caretaker' : 'caregiver'
  const viewedRequests = await withVisitDetails(reader, [row], side, clock.now())
  const [distanceKm = null] = await listDistancesKm(reader, viewedRequests, side)
  const windows = await listWindowsOfRequests(reader, [requestId])
  // Before a request is booked, it has no refunds to show.
  const refunds = row.request.paidAt ? (await listRefundsOfRequests(reader, [requestId])).get(requestId) : []
  return toRequestResponse(
    viewedRequests[0] as ViewedRequest,
    { windows, refunds: refunds ?? [], distanceKm },
    { side, now: clock.now() },
  )
}

/**
 * A page of the requests that a person sent (side `caretaker`) or got (side `caregiver`), newest first. A caregiver's
 * begin with those to answer, by the start of their hours; those that wait for their payment follow. What waits for an
 * answer comes before what is lost.
 * @param page.open limits it to those that need something
 */
export async function listRequests(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  page: PageRequest & { open?: OpenRequests | undefined },
): Promise<{ count: number; results: BookingRequest[] }> {
  const isListed = {
    waiting: or(isOpenRequest.waiting, isLostRequest(clock.now())),
    to_pay: isOpenRequest.to_pay,
  }
  const ownRequests = and(isOwnRequest(side, userId), page.open && isListed[page.open])
  const rows = await selectRequestsForViewer(reader, userId, clock.now())
    .where(ownRequests)
    .orderBy(
      ...(side === 'caregiver' ? [asc(startToAnswer), desc(isOpenRequest.to_pay)] : []),
      ...(page.open === 'waiting' ? [desc(isOpenRequest.waiting)] : []),
      desc(requests.id),
    )
    .limit(page.page_size)
    .offset(getOffset(page))
  const [total] = await reader.select({ count: count() }).from(requests).where(ownRequests)
  return { count: total?.count ?? 0, results: await readRequests(reader, side, rows, clock.now()) }
}

/** Requests as this side of them gets them, in the order of the rows. */
export async function readRequests(
  reader: Reader,
  side: Side,
  rows: readonly ViewedRow[],
  now: Date,
): Promise<BookingRequest[]> {
  const windowsByRequest = groupByRequest(await listWindowsOfRequests(reader, toRequestIds(rows)))
  const refundsByRequest = await listRefundsOfRequests(reader, toRequestIds(rows))
  const viewedRequests = await withVisitDetails(reader, rows, side, now)
  const distancesKm = await listDistancesKm(reader, viewedRequests, side)
  return viewedRequests.map((viewed, index) =>
    toRequestResponse(
      viewed,
      {
        windows: windowsByRequest.get(viewed.request.id) ?? [],
        refunds: refundsByRequest.get(viewed.request.id) ?? [],
        distanceKm: distancesKm[index] ?? null,
      },
      { side, now },
    ),
  )
}

/**
 * How far the visits of requests are from their caregiver, in kilometers, in the order of the requests; null for the
 * family, and unless the caregiver sees the visit's city.
 */
async function listDistancesKm(
  reader: Reader,
  viewedRequests: readonly ViewedRequest[],
  side: Side,
): Promise<(number | null)[]> {
  if (side === 'caretaker') return []
  const visits = viewedRequests.map(({ request: { familyId, caregiverId }, visitDetails: { address } }) => ({
    familyId,
    caregiverId,
    city: address?.city ?? '',
    country: address?.country ?? '',
  }))
  return listVisitDistancesKm(reader, visits)
}

/**
 * A request as notifications and emails show it, as it is now.
 * @param bookingIds limits its windows, hours and price to these bookings
 * @throws AppError 404 for a request that does not exist
 */
export async function getRequestDetails(
  { database: reader, clock }: Pick<Deps, 'clock' | 'database'>,
  requestId: number,
  bookingIds?: readonly number[],
): Promise<RequestDetails> {
  const [row] = await selectRequests(reader).where(eq(requests.id, requestId))
  if (!row) throw notFound()
  const visitDetailsFor = await getVisitDetailsForBoth(reader, row, clock.now())
  if (!bookingIds) return toRequestDetails(row, await listRequestWindows(reader, requestId), visitDetailsFor)
  const bookedWindows = await listBookedWindows(reader, requestId)
  const chosenBookings = bookedWindows.filter(({ booking }) => bookingIds.includes(booking.id))
  const details = toRequestDetails(
    row,
    chosenBookings.map(({ window }) => window),
    visitDetailsFor,
  )
  return {
    ...details,
    totalHours: details.windows.reduce((sum, { hours }) => sum + hours, 0),
    priceCents: chosenBookings.reduce((sum, { booking }) => sum + booking.priceCents, 0),
  }
}

/**
 * A paid request as notifications and emails show it without its canceled visits; with all of them if every one was
 * canceled.
 * @throws AppError 404 for a request that does not exist
 */
export async function getLiveRequestDetails(
  deps: Pick<Deps, 'clock' | 'database'>,
  requestId: number,
): Promise<RequestDetails> {
  const live = (await listBookedWindows(deps.database, requestId)).filter(
    ({ booking }) => !booking.canceledAt,
  )
  return getRequestDetails(
    deps,
    requestId,
    live.length > 0 ? live.map(({ booking }) => booking.id) : undefined,
  )
}

/**
 * A booking as notifications and emails show it: its request with this one window.
 * @throws AppError 404 for a booking that does not exist
 */
export async function getBookingDetails(
  deps: Pick<Deps, 'clock' | 'database'>,
  bookingId: number,
): Promise<RequestDetails> {
  const requestId = await findRequestIdOfBooking(deps.database, bookingId)
  if (requestId === null) throw notFound()
  return getRequestDetails(deps, requestId, [bookingId])
}

/** The SQL condition that a request was paid and all of its bookings were canceled. */
export const isRequestCanceled = sql<boolean>`(${requests.paidAt} IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM ${bookings} WHERE ${bookings.requestId} = ${requests.id} AND ${bookings.canceledAt} IS NULL))`

/** The columns of a request with its two people; the caregiver is named as the family sees them. */
const requestColumns = {
  request: requests,
  isCanceled: isRequestCanceled,
  isBlocked: isBlockedBetween(requests.familyId, requests.caregiverId),
  isCaregiverRestricted: caregiverListing.isRestricted,
  caregiverName: shownName(caregivers.fullName, requests.caregiverId, requests.familyId),
  caregiverPhoto: { avatarFileId: caregivers.avatarFileId, isActive: caregivers.isActive },
  caregiverPhone: caregivers.phoneNumber,
  caregiverPhoneVerifiedAt: caregivers.phoneVerifiedAt,
  familyName: families.fullName,
  familyPhone: families.phoneNumber,
  familyPhoneVerifiedAt: families.phoneVerifiedAt,
  familyPhoto: { avatarFileId: families.avatarFileId, isActive: families.isActive },
}

/** Selects requests with their two people; the caller adds the condition. */
export function selectRequests(reader: Reader) {
  return reader
    .select(requestColumns)
    .from(requests)
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(families, eq(families.id, requests.familyId))
    .innerJoin(caregiverListing, eq(caregiverListing.userId, requests.caregiverId))
}

/**
 * Selects requests with their two people and with what the viewer may do; the caller adds the condition.
 * @param userId the viewer, one of the two people
 */
export function selectRequestsForViewer(reader: Reader, userId: number, now: Date) {
  return reader
    .select({
      ...requestColumns,
      group: viewedGroup,
      paymentId: selectRequestPaymentId(reader, requests.id),
      hold: selectRequestHold(reader, requests.id),
      canMessage: canMessageSql(now, 'requests'),
      hasBlocked: sql<boolean>`(${hasBlocked(userId, requests.caregiverId)} OR ${hasBlocked(userId, requests.familyId)})`,
      isCaregiverListed: sql<boolean>`(${caregiverListing.isListed} AND NOT ${isBlockedBetween(requests.familyId, requests.caregiverId)})`,
      isCaregiverFlagged: sql<boolean>`${caregiverListing.verificationStatus} = 'flagged'`,
      isCardChecked: sql<boolean>`${familyProfiles.cardCheckedAt} IS NOT NULL`,
      country: sql<string>`coalesce(nullif(${requests.visit} #>> '{address,country}', ''),
        nullif(${familyProfiles.country}, ''), ${caregiverListing.country}, '')`,
    })
    .from(requests)
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(families, eq(families.id, requests.familyId))
    .innerJoin(caregiverListing, eq(caregiverListing.userId, requests.caregiverId))
    .leftJoin(familyProfiles, eq(familyProfiles.userId, requests.familyId))
}

/** A request as `selectRequestsForViewer` selects it. */
export type ViewedRow = Omit<ViewedRequest, 'visitDetails'>

/** The SQL conditions that a request waits for its caregiver's answer, or for its payment. */
export const isOpenRequest: Record<OpenRequests, SQL<boolean>> = {
  waiting: sql<boolean>`${requests.status} = 'submitted'`,
  to_pay: sql<boolean>`(${requests.status} = 'accepted' AND ${requests.paidAt} IS NULL)`,
}

/** When the hours of a request without an answer begin; null for any other, which sorts it last. */
const startToAnswer = sql`CASE WHEN ${isOpenRequest.waiting} THEN (SELECT min(${requestWindows.startsAt})
  FROM ${requestWindows} WHERE ${requestWindows.requestId} = ${requests.id}) END`

/** The SQL condition that a request is a person's, as this side of it. */
export function isOwnRequest(side: Side, userId: number): SQL {
  return eq(side === 'caregiver' ? requests.caregiverId : requests.familyId, userId)
}

/** The ids of the requests in these rows. */
export function toRequestIds(rows: readonly { request: RequestRow }[]): number[] {
  return rows.map(({ request }) => request.id)
}

/** Rows by the request that they belong to, in their order. */
export function groupByRequest<Row extends { requestId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const sameRequest = grouped.get(row.requestId)
    if (sameRequest) sameRequest.push(row)
    else grouped.set(row.requestId, [row])
  }
  return grouped
}
