/** What a person's home page shows of their requests and bookings. @see docs/rules/home.md */
import type { HomeResponse, NextVisit } from '@tendwell/contract/bookings/home'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { findPeople } from '../../people/index.ts'
import { isOpenRequest } from '../queries.ts'
import { bookings, moves, requests, requestWindows } from '../tables.ts'

const ownColumn = { caretaker: requests.familyId, caregiver: requests.caregiverId }
const otherColumn = { caretaker: requests.caregiverId, caregiver: requests.familyId }
/** The requests that wait for this side. */
const ownTurn = { caretaker: isOpenRequest.to_pay, caregiver: isOpenRequest.waiting }

/** The visit that is under way or comes next; null without one. */
export async function findNextVisit(
  reader: Reader,
  side: Side,
  userId: number,
  now: Date,
): Promise<NextVisit | null> {
  const [row] = await reader
    .select({
      requestId: requests.id,
      bookingId: bookings.id,
      timezone: requests.timezone,
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
      otherId: otherColumn[side],
    })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .where(and(eq(ownColumn[side], userId), isNull(bookings.canceledAt), gt(requestWindows.endsAt, now)))
    .orderBy(asc(requestWindows.startsAt), asc(bookings.id))
    .limit(1)
  if (!row) return null
  const otherPerson = (await findPeople(reader, [row.otherId])).get(row.otherId)
  return {
    request_id: row.requestId,
    booking_id: row.bookingId,
    person_name: otherPerson?.name ?? '',
    person_avatar: otherPerson?.avatar ?? null,
    start_utc: row.startsAt.toISOString(),
    end_utc: row.endsAt.toISOString(),
    timezone: row.timezone,
  }
}

/** The open proposal of the other side that expires first; null without one. */
export async function findMoveToAnswer(
  reader: Reader,
  side: Side,
  userId: number,
  now: Date,
): Promise<HomeResponse['move_to_answer']> {
  const [row] = await reader
    .select({ requestId: moves.requestId, expiresAt: moves.expiresAt, otherId: otherColumn[side] })
    .from(moves)
    .innerJoin(requests, eq(requests.id, moves.requestId))
    .where(
      and(
        eq(ownColumn[side], userId),
        eq(moves.status, 'proposed'),
        ne(moves.proposedBy, side),
        gt(moves.expiresAt, now),
      ),
    )
    .orderBy(asc(moves.expiresAt))
    .limit(1)
  if (!row) return null
  const otherPerson = (await findPeople(reader, [row.otherId])).get(row.otherId)
  return {
    request_id: row.requestId,
    person_name: otherPerson?.name ?? '',
    expires_at: row.expiresAt.toISOString(),
  }
}

/**
 * How many unpaid requests wait for this person (`count`, and the oldest of them), and how many of a family's
 * requests wait for caregivers (`waiting_requests`).
 */
export async function countOwnRequests(reader: Reader, side: Side, userId: number) {
  const [row] = await reader
    .select({
      count: sql<number>`count(*) FILTER (WHERE ${ownTurn[side]})::int`,
      oldestId: sql<number | null>`min(${requests.id}) FILTER (WHERE ${ownTurn[side]})`,
      waiting: sql<number>`count(*) FILTER (WHERE ${isOpenRequest.waiting})::int`,
    })
    .from(requests)
    .where(and(eq(ownColumn[side], userId), isNull(requests.paidAt)))
  return {
    count: row?.count ?? 0,
    oldest_id: row?.oldestId ?? null,
    waiting_requests: side === 'caretaker' ? (row?.waiting ?? 0) : 0,
  }
}
