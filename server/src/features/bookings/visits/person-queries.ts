/** Requests and bookings of one person, or between a family and a caregiver. */
import { mergeAdjacent, NIGHT_MINUTES_MAXIMUM } from '@tendwell/contract/availability/windows'
import { type Interval, MINUTE_MS, toLocalDate, type Zone } from '@tendwell/contract/time'
import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { isBlockedBetween } from '../../blocks/index.ts'
import { findNames } from '../../people/index.ts'
import { hasMeetingBetween } from '../meetings/store.ts'
import type { RequestRow } from '../store.ts'
import { bookings, requests, requestWindows } from '../tables.ts'

/**
 * The SQL condition that a family and a caregiver may write to each other now: both accounts are active,
 * neither has blocked the other, and the caregiver is not restricted, unless a booking between the two is
 * still ahead or under way.
 * @param table the table of the statement's row that names the two
 * @see docs/rules/chat-and-notifications.md#who-may-write
 */
export function canMessageSql(
  now: Date,
  table: 'conversations' | 'requests' | 'meetings' | 'pair',
): SQL<boolean> {
  // Raw names with the table, because Drizzle leaves the table out in a statement on one table. Within these
  // subqueries such names would mean the inner table's columns.
  const [familyId, caregiverId] = [sql.raw(`${table}.family_id`), sql.raw(`${table}.caregiver_id`)]
  return sql<boolean>`(
    (SELECT bool_and(members.is_active) FROM users AS members
      WHERE members.id IN (${familyId}, ${caregiverId}))
    AND NOT ${isBlockedBetween(familyId, caregiverId)}
    AND (
      NOT EXISTS (SELECT 1 FROM caregiver_profiles AS profile
        WHERE profile.user_id = ${caregiverId} AND profile.is_restricted)
      OR EXISTS (SELECT 1 FROM requests AS booked
        JOIN bookings ON bookings.request_id = booked.id AND bookings.canceled_at IS NULL
        JOIN request_windows ON request_windows.id = bookings.window_id
        WHERE booked.caregiver_id = ${caregiverId} AND booked.family_id = ${familyId}
          AND request_windows.ends_at > ${now.toISOString()}::timestamptz)))`
}

/** Whether this family and this caregiver may write to each other now. */
export async function canPairMessage(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await reader.execute<{ can_message: boolean }>(sql`
    SELECT ${canMessageSql(now, 'pair')} AS can_message
    FROM (SELECT ${pair.familyId}::integer AS family_id, ${pair.caregiverId}::integer AS caregiver_id) AS pair`)
  return rows[0]?.can_message === true
}

/** Whether the family has ever sent the caregiver a request or asked for a meeting, in any state. */
export async function hasRequestBetween(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
): Promise<boolean> {
  const [row] = await reader
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.caregiverId, pair.caregiverId), eq(requests.familyId, pair.familyId)))
    .limit(1)
  return row !== undefined || hasMeetingBetween(reader, pair)
}

/** When the bookings of a family with a caregiver take place, without those that were canceled. */
export function listLiveBookings(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return reader
    .select({ startsAt: requestWindows.startsAt, endsAt: requestWindows.endsAt })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        eq(requests.caregiverId, pair.caregiverId),
        eq(requests.familyId, pair.familyId),
        isNull(bookings.canceledAt),
      ),
    )
}

/**
 * How many paid visits of a person, on either side, have neither begun nor been canceled, and what was paid
 * for them.
 */
export async function countVisitsAhead(
  reader: Reader,
  userId: number,
  now: Date,
): Promise<{ count: number; cents: number }> {
  const [row] = await reader
    .select({ count: count(), cents: sum(bookings.priceCents).mapWith(Number) })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(isOfPerson(userId), isNull(bookings.canceledAt), gt(requestWindows.startsAt, now)))
  return { count: row?.count ?? 0, cents: row?.cents ?? 0 }
}

/** The paid requests of a person, on either side, with a booking ahead that was not canceled; ascending. */
export async function listUpcomingRequests(reader: Reader, userId: number, now: Date): Promise<RequestRow[]> {
  const upcomingBookings = reader
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(eq(bookings.requestId, requests.id), isNull(bookings.canceledAt), gt(requestWindows.startsAt, now)),
    )
  return reader
    .select()
    .from(requests)
    .where(and(isOfPerson(userId), isNotNull(requests.paidAt), exists(upcomingBookings)))
    .orderBy(asc(requests.id))
}

/** A person's requests, on either side, that are neither paid nor rejected; by ascending id. */
export function listUnpaidRequests(reader: Reader, userId: number): Promise<RequestRow[]> {
  return reader
    .select()
    .from(requests)
    .where(and(isOfPerson(userId), isNull(requests.paidAt), ne(requests.status, 'rejected')))
    .orderBy(asc(requests.id))
}

/**
 * The requests between a family and a caregiver that were sent at an instant or before and are neither paid
 * nor rejected; by ascending id.
 * @param people the ids of the two
 */
export function listUnpaidRequestsBetween(
  reader: Reader,
  people: readonly number[],
  until: Date,
): Promise<RequestRow[]> {
  return reader
    .select()
    .from(requests)
    .where(
      and(
        inArray(requests.caregiverId, [...people]),
        inArray(requests.familyId, [...people]),
        isNull(requests.paidAt),
        ne(requests.status, 'rejected'),
        lte(requests.submittedAt, until),
      ),
    )
    .orderBy(asc(requests.id))
}

/** Whether the family has ever paid for a booking with the caregiver. */
export async function hasPaidRequestBetween(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
): Promise<boolean> {
  const [row] = await reader
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        eq(requests.caregiverId, pair.caregiverId),
        eq(requests.familyId, pair.familyId),
        isNotNull(requests.paidAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The SQL condition that a request is a person's, on either side. */
function isOfPerson(userId: number): SQL | undefined {
  return or(eq(requests.caregiverId, userId), eq(requests.familyId, userId))
}

/** When a request's visits are. */
export type RequestSpan = {
  requestId: number
  familyName: string
  /** The start of the first window and the end of the last one. */
  startsAt: Date
  endsAt: Date
  /** How many visits it has; adjacent windows are one. */
  visits: number
  /** Whether each of them is a night of the request's zone. */
  areNights: boolean
  /** The end of the last window that isn't refunded in full; `endsAt` if there is none. */
  careEndsAt: Date
}

/** For each request the family's name, and when its visits are. */
export async function listRequestSpans(
  reader: Reader,
  requestIds: readonly number[],
): Promise<RequestSpan[]> {
  const rows = await reader
    .select({
      requestId: requests.id,
      familyId: requests.familyId,
      timezone: requests.timezone,
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
      isReturned: sql<boolean>`${bookings.canceledAt} IS NOT NULL AND ${bookings.owedCents} >= ${bookings.priceCents}`,
    })
    .from(requests)
    .innerJoin(requestWindows, eq(requestWindows.requestId, requests.id))
    .leftJoin(bookings, eq(bookings.windowId, requestWindows.id))
    .where(inArray(requests.id, [...requestIds]))
    .orderBy(asc(requestWindows.startsAt))
  const namesById = await findNames(
    reader,
    rows.map(({ familyId }) => familyId),
  )
  const windowsByRequest = new Map<number, typeof rows>()
  for (const row of rows)
    windowsByRequest.set(row.requestId, [...(windowsByRequest.get(row.requestId) ?? []), row])
  return [...windowsByRequest].map(([requestId, windows]) => {
    const [{ familyId, timezone, startsAt }] = windows as [(typeof rows)[number]]
    const paidWindows = windows.filter(({ isReturned }) => !isReturned)
    const visits = mergeAdjacent(
      windows.map((window) => ({ startMs: window.startsAt.getTime(), endMs: window.endsAt.getTime() })),
    )
    return {
      requestId,
      familyName: namesById.get(familyId) ?? '',
      startsAt,
      endsAt: findEnd(windows),
      visits: visits.length,
      areNights: visits.every((visit) => isNight(visit, timezone)),
      careEndsAt: findEnd(paidWindows.length > 0 ? paidWindows : windows),
    }
  })
}

function findEnd(windows: readonly { endsAt: Date }[]): Date {
  return new Date(Math.max(...windows.map(({ endsAt }) => endsAt.getTime())))
}

/** Whether a visit goes on after midnight, and isn't longer than a night can be. */
export function isNight({ startMs, endMs }: Interval, zone: Zone): boolean {
  const isShort = endMs - startMs <= NIGHT_MINUTES_MAXIMUM * MINUTE_MS
  return isShort && toLocalDate(endMs - MINUTE_MS, zone) !== toLocalDate(startMs, zone)
}
