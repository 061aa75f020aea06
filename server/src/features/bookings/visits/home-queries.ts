/** What a person's home page shows of their requests and bookings. @see docs/rules/home.md */
import type { HomeResponse, NextVisit } from '@tendwell/contract/bookings/home'
import { usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { findPeople } from '../../people/index.ts'
import { isOpenRequest, listRequestWindows, selectRequests } from '../queries.ts'
import { isLostRequest } from '../requests/lost-requests.ts'
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
    .select({
      requestId: moves.requestId,
      expiresAt: moves.expiresAt,
      otherId: otherColumn[side],
      count: sql<number>`(count(*) OVER ())::int`,
    })
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
    count: row.count,
  }
}

/**
 * How many unpaid requests wait for this person (with the oldest and the only one of them), and how many of a
 * family's requests wait for caregivers (`waiting_requests`) or came to nothing (`lost_requests`).
 */
export async function countOwnRequests(
  reader: Reader,
  side: Side,
  userId: number,
  now: Date,
): Promise<Pick<HomeResponse, 'open_requests' | 'waiting_requests' | 'lost_requests' | 'only_lost_request'>> {
  const isFamily = side === 'caretaker'
  const isLost = isFamily ? isLostRequest(now) : sql<boolean>`false`
  const [row] = await reader
    .select({
      count: sql<number>`count(*) FILTER (WHERE ${ownTurn[side]})::int`,
      oldestId: sql<number | null>`min(${requests.id}) FILTER (WHERE ${ownTurn[side]})`,
      groups: sql<number>`count(DISTINCT coalesce(${requests.groupId}, ${requests.id})) FILTER (WHERE ${ownTurn[side]})::int`,
      waiting: sql<number>`count(*) FILTER (WHERE ${isOpenRequest.waiting})::int`,
      lostIds: sql<number[]>`coalesce(array_agg(${requests.id}) FILTER (WHERE ${isLost}), '{}')`,
    })
    .from(requests)
    .where(and(eq(ownColumn[side], userId), isNull(requests.paidAt)))
  const { count = 0, oldestId = null, groups = 0, waiting = 0, lostIds = [] } = row ?? {}
  const [lostId] = lostIds
  return {
    open_requests: {
      count,
      oldest_id: oldestId,
      only: count === 1 && oldestId !== null ? await findOnlyRequest(reader, side, oldestId) : null,
      are_alternatives: isFamily && count > 1 && groups === 1,
    },
    waiting_requests: isFamily ? waiting : 0,
    lost_requests: lostIds.length,
    only_lost_request:
      lostIds.length === 1 && lostId !== undefined ? await findOnlyRequest(reader, side, lostId) : null,
  }
}

/** Who is on the other side of a request, its hours and its price. */
async function findOnlyRequest(
  reader: Reader,
  side: Side,
  requestId: number,
): Promise<HomeResponse['open_requests']['only']> {
  const [row] = await selectRequests(reader).where(eq(requests.id, requestId))
  if (!row) return null
  const windows = await listRequestWindows(reader, requestId)
  return {
    person_name: side === 'caretaker' ? row.caregiverName : row.familyName,
    windows: windows.map(({ startsAt, endsAt }) => ({
      start_utc: startsAt.toISOString(),
      end_utc: endsAt.toISOString(),
    })),
    price_usd: usdFromCents(row.request.priceCents),
  }
}
