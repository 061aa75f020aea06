import type { Booking, BookingRequest, RejectionCause } from '@tendwell/contract/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import type { Booked } from '@tendwell/contract/slots'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, lte, ne, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { hoursOf } from './booking.ts'
import type { RequestRow, WindowRow } from './store.ts'
import { bookings, requests, requestWindows } from './tables.ts'

/** The side of a request that a person is on. */
export type Side = 'caregiver' | 'caretaker'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

type Listed = {
  request: RequestRow
  caregiverName: string
  caregiverAvatar: string | null
  caretakerName: string
  caretakerAvatar: string | null
}

function selectRequests(reader: Reader) {
  return reader
    .select({
      request: requests,
      caregiverName: caregivers.fullName,
      caregiverAvatar: caregivers.avatarFileId,
      caretakerName: caretakers.fullName,
      caretakerAvatar: caretakers.avatarFileId,
    })
    .from(requests)
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, requests.caretakerId))
}

/** A request as it is stored, or null. */
export async function findRequest(reader: Reader, requestId: number): Promise<RequestRow | null> {
  const [row] = await reader.select().from(requests).where(eq(requests.id, requestId))
  return row ?? null
}

/** At most this many are closed at one turn; the next comes soon. */
const EXPIRED_AT_ONCE = 200

/** The ids of unpaid, unrejected requests with hours that have begun, ascending. Those still open are few. */
export async function unpaidBegun(reader: Reader, now: Date): Promise<number[]> {
  const begun = reader
    .select({ id: requestWindows.id })
    .from(requestWindows)
    .where(and(eq(requestWindows.requestId, requests.id), lte(requestWindows.startsAt, now)))
  const rows = await reader
    .select({ id: requests.id })
    .from(requests)
    .where(and(isNull(requests.paidAt), ne(requests.status, 'rejected'), exists(begun)))
    .orderBy(asc(requests.id))
    .limit(EXPIRED_AT_ONCE)
  return rows.map(({ id }) => id)
}

/** The windows of a request in order of time. */
export function windowsOf(reader: Reader, requestId: number): Promise<WindowRow[]> {
  return reader
    .select()
    .from(requestWindows)
    .where(eq(requestWindows.requestId, requestId))
    .orderBy(asc(requestWindows.startsAt))
}

/** Windows as real time in epoch ms. */
export function intervalsOf(
  windows: readonly Pick<WindowRow, 'startsAt' | 'endsAt' | 'bufferMinutes'>[],
): Required<Booked>[] {
  return windows.map(({ startsAt, endsAt, bufferMinutes }) => ({
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
    bufferMs: bufferMinutes * MINUTE_MS,
  }))
}

function ofPerson(side: Side, userId: number): SQL {
  return eq(side === 'caregiver' ? requests.caregiverId : requests.caretakerId, userId)
}

function byRequest<Row extends { requestId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const sameRequest = grouped.get(row.requestId)
    if (sameRequest) sameRequest.push(row)
    else grouped.set(row.requestId, [row])
  }
  return grouped
}

function requestShown(listed: Listed, windows: readonly WindowRow[]): BookingRequest {
  const { request } = listed
  return {
    id: request.id,
    caregiver: request.caregiverId,
    caregiver_name: listed.caregiverName,
    caregiver_avatar: toAvatarUrl(listed.caregiverAvatar),
    caretaker: request.caretakerId,
    caretaker_name: listed.caretakerName,
    caretaker_avatar: toAvatarUrl(listed.caretakerAvatar),
    status: request.status,
    rejection_cause: request.rejectionCause,
    is_paid: request.paidAt !== null,
    timezone: request.timezone,
    windows: windows.map((window) => ({
      date_local: window.dateLocal,
      start_local: window.startLocal,
      end_local: window.endLocal,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
    })),
    total_hours: hoursOf(request.totalMinutes),
    total_price_usd: usdFromCents(request.priceCents),
    hourly_rate_snapshot_usd: usdFromCents(request.rateCents),
    service_fee_usd: usdFromCents(request.serviceFeeCents),
    submitted_at: request.submittedAt.toISOString(),
  }
}

/** A request for one of its two sides. @throws AppError 404 for anybody else */
export async function requestFor(reader: Reader, userId: number, requestId: number): Promise<BookingRequest> {
  const [listed] = await selectRequests(reader).where(eq(requests.id, requestId))
  const { caregiverId, caretakerId } = listed?.request ?? {}
  if (!listed || (caregiverId !== userId && caretakerId !== userId)) throw notFound()
  return requestShown(listed, await windowsOf(reader, requestId))
}

/** The requests of a person, newest first: three statements a page. */
export async function requestsOf(
  reader: Reader,
  side: Side,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: BookingRequest[] }> {
  const own = ofPerson(side, userId)
  const rows = await selectRequests(reader)
    .where(own)
    .orderBy(desc(requests.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  const ids = rows.map(({ request }) => request.id)
  const windows = await reader
    .select()
    .from(requestWindows)
    .where(inArray(requestWindows.requestId, ids))
    .orderBy(asc(requestWindows.startsAt))
  const windowsById = byRequest(windows)
  const [counted] = await reader.select({ count: count() }).from(requests).where(own)
  return {
    count: counted?.count ?? 0,
    results: rows.map((listed) => requestShown(listed, windowsById.get(listed.request.id) ?? [])),
  }
}

/** The paid requests of a person as bookings, last paid first: three statements a page. */
export async function bookingsOf(
  reader: Reader,
  side: Side,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: Booking[] }> {
  const own = and(ofPerson(side, userId), isNotNull(requests.paidAt))
  const rows = await selectRequests(reader)
    .where(own)
    .orderBy(desc(requests.paidAt), desc(requests.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  const ids = rows.map(({ request }) => request.id)
  const booked = await reader
    .select({ requestId: bookings.requestId, bookingId: bookings.id, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(inArray(bookings.requestId, ids))
    .orderBy(asc(requestWindows.startsAt))
  const bookedById = byRequest(booked)
  const [counted] = await reader.select({ count: count() }).from(requests).where(own)
  return {
    count: counted?.count ?? 0,
    results: rows.map((listed) => bookingShown(listed, bookedById.get(listed.request.id) ?? [])),
  }
}

function bookingShown(listed: Listed, booked: readonly { bookingId: number; window: WindowRow }[]): Booking {
  const { request } = listed
  return {
    request_id: request.id,
    caregiver_id: request.caregiverId,
    caregiver_name: listed.caregiverName,
    caregiver_avatar: toAvatarUrl(listed.caregiverAvatar),
    caretaker_id: request.caretakerId,
    caretaker_name: listed.caretakerName,
    caretaker_avatar: toAvatarUrl(listed.caretakerAvatar),
    timezone: request.timezone,
    windows: booked.map(({ bookingId, window }) => ({
      booking_id: bookingId,
      date: window.dateLocal,
      start: window.startLocal,
      end: window.endLocal,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
    })),
    total_hours: hoursOf(request.totalMinutes),
    total_price_usd: usdFromCents(request.priceCents),
  }
}

/** Whether a family has ever sent a caregiver a request, whatever became of it. */
export async function haveRequest(
  reader: Reader,
  pair: { caretakerId: number; caregiverId: number },
): Promise<boolean> {
  const [row] = await reader
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.caregiverId, pair.caregiverId), eq(requests.caretakerId, pair.caretakerId)))
    .limit(1)
  return row !== undefined
}

/** What those who tell people of a request need to know. Cents; windows in wall time of `timezone`. */
export type RequestFacts = {
  requestId: number
  caregiverId: number
  caregiverName: string
  caretakerId: number
  caretakerName: string
  timezone: string
  windows: { date: string; start: string; end: string; hours: number }[]
  totalHours: number
  priceCents: number
  rejectionCause: RejectionCause | null
}

/** The facts of a request that is known to exist. @throws AppError 404 otherwise */
export async function requestFacts(reader: Reader, requestId: number): Promise<RequestFacts> {
  const [listed] = await selectRequests(reader).where(eq(requests.id, requestId))
  if (!listed) throw notFound()
  const { request } = listed
  const windows = await windowsOf(reader, requestId)
  return {
    requestId,
    caregiverId: request.caregiverId,
    caregiverName: listed.caregiverName,
    caretakerId: request.caretakerId,
    caretakerName: listed.caretakerName,
    timezone: request.timezone,
    windows: windows.map(({ dateLocal, startLocal, endLocal, startsAt, endsAt }) => ({
      date: dateLocal,
      start: startLocal,
      end: endLocal,
      hours: hoursOf((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS),
    })),
    totalHours: hoursOf(request.totalMinutes),
    priceCents: request.priceCents,
    rejectionCause: request.rejectionCause,
  }
}

/** The ids of a request's bookings in the order of its windows; none while it is not paid. */
export async function bookingIdsOf(reader: Reader, requestId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.requestId, requestId))
    .orderBy(asc(bookings.id))
  return rows.map(({ id }) => id)
}
