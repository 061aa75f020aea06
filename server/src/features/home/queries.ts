import type { HomeResponse, NextVisit, SetupStep } from '@tendwell/contract/bookings/home'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { hasHours } from '../availability/index.ts'
import { bookings, moves, requests, requestWindows } from '../bookings/index.ts'
import { countUnreadMessages } from '../chat/index.ts'
import { getWallet } from '../payouts/index.ts'
import { toAvatarUrl, users } from '../people/index.ts'
import { caregiverProfiles, listExpiringDocuments } from '../profiles/index.ts'
import { findVisitToReview } from '../reviews/index.ts'

const personOf = { caretaker: requests.caretakerId, caregiver: requests.caregiverId }
const otherOf = { caretaker: requests.caregiverId, caregiver: requests.caretakerId }
/** The status of unpaid requests that wait for this side. */
const openStatus = { caretaker: 'accepted', caregiver: 'submitted' }

/** What matters now to a person. @see docs/rules/home.md */
export async function getHome(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  side: Side,
  userId: number,
): Promise<HomeResponse> {
  const { database, clock } = deps
  const [nextVisit, visitToReview, moveToAnswer, { waiting_requests, ...open }, unreadMessages, setup] =
    await Promise.all([
      findNextVisit(database, side, userId, clock.now()),
      side === 'caretaker' ? getVisitToReview(database, userId, clock.now()) : null,
      findMoveToAnswer(database, side, userId, clock.now()),
      countRequests(database, side, userId),
      countUnreadMessages(database, side, userId),
      side === 'caregiver'
        ? getCaregiverSetup(database, userId, clock.now())
        : getFamilySetup(database, userId),
    ])
  return {
    next_visit: nextVisit,
    visit_to_review: visitToReview,
    move_to_answer: moveToAnswer,
    open_requests: open,
    waiting_requests,
    unread_messages: unreadMessages,
    wallet: side === 'caregiver' ? await getWallet(deps, userId) : null,
    ...setup,
  }
}

async function findNextVisit(
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
      fullName: users.fullName,
      avatarFileId: users.avatarFileId,
      isActive: users.isActive,
    })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(users, eq(users.id, otherOf[side]))
    .where(and(eq(personOf[side], userId), isNull(bookings.canceledAt), gt(requestWindows.endsAt, now)))
    .orderBy(asc(requestWindows.startsAt), asc(bookings.id))
    .limit(1)
  if (!row) return null
  return {
    request_id: row.requestId,
    booking_id: row.bookingId,
    person_name: row.fullName,
    person_avatar: toAvatarUrl(row),
    start_utc: row.startsAt.toISOString(),
    end_utc: row.endsAt.toISOString(),
    timezone: row.timezone,
  }
}

async function getVisitToReview(
  reader: Reader,
  userId: number,
  now: Date,
): Promise<HomeResponse['visit_to_review']> {
  const visit = await findVisitToReview(reader, userId, now)
  return (
    visit && {
      booking_id: visit.bookingId,
      caregiver_name: visit.caregiverName,
      start_utc: visit.startsAt.toISOString(),
    }
  )
}

/** The open proposal of the other side that ends first. */
async function findMoveToAnswer(
  reader: Reader,
  side: Side,
  userId: number,
  now: Date,
): Promise<HomeResponse['move_to_answer']> {
  const [row] = await reader
    .select({ requestId: moves.requestId, expiresAt: moves.expiresAt, fullName: users.fullName })
    .from(moves)
    .innerJoin(requests, eq(requests.id, moves.requestId))
    .innerJoin(users, eq(users.id, otherOf[side]))
    .where(
      and(
        eq(personOf[side], userId),
        eq(moves.status, 'proposed'),
        ne(moves.proposedBy, side),
        gt(moves.expiresAt, now),
      ),
    )
    .orderBy(asc(moves.expiresAt))
    .limit(1)
  return (
    (row && {
      request_id: row.requestId,
      person_name: row.fullName,
      expires_at: row.expiresAt.toISOString(),
    }) ??
    null
  )
}

async function countRequests(reader: Reader, side: Side, userId: number) {
  const isOpen = sql`${requests.status} = ${openStatus[side]}`
  const isWaiting = sql`${requests.status} = 'submitted'`
  const [row] = await reader
    .select({
      count: sql<number>`count(*) FILTER (WHERE ${isOpen})::int`,
      oldestId: sql<number | null>`min(${requests.id}) FILTER (WHERE ${isOpen})`,
      waiting: sql<number>`count(*) FILTER (WHERE ${isWaiting})::int`,
    })
    .from(requests)
    .where(and(eq(personOf[side], userId), isNull(requests.paidAt)))
  return {
    count: row?.count ?? 0,
    oldest_id: row?.oldestId ?? null,
    waiting_requests: side === 'caretaker' ? (row?.waiting ?? 0) : 0,
  }
}

type Setup = Pick<HomeResponse, 'missing' | 'verification_status' | 'expiring_documents'>

async function getFamilySetup(reader: Reader, userId: number): Promise<Setup> {
  const [user] = await reader
    .select({ profileComplete: users.profileComplete })
    .from(users)
    .where(eq(users.id, userId))
  return {
    missing: user?.profileComplete ? [] : ['profile'],
    verification_status: null,
    expiring_documents: [],
  }
}

async function getCaregiverSetup(reader: Reader, userId: number, now: Date): Promise<Setup> {
  const [profile] = await reader
    .select({
      isComplete: users.profileComplete,
      timezone: caregiverProfiles.timezone,
      status: caregiverProfiles.verificationStatus,
      hasIds: sql<boolean>`num_nulls(${caregiverProfiles.govIdFrontFileId}, ${caregiverProfiles.govIdBackFileId}) = 0`,
    })
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(eq(caregiverProfiles.userId, userId))
  const today = toLocalDate(now.getTime(), profile?.timezone ?? 'UTC')
  const isVerified = profile?.status === 'verified'
  const isMissing: Record<SetupStep, boolean> = {
    profile: !profile?.isComplete,
    documents: !isVerified && !profile?.hasIds,
    verification: !isVerified,
    availability: !(await hasHours(reader, userId, today)),
  }
  const missing = (Object.keys(isMissing) as SetupStep[]).filter((step) => isMissing[step])
  return {
    missing,
    verification_status: profile?.status ?? 'pending',
    expiring_documents: isVerified ? await listExpiringDocuments(reader, userId, now) : [],
  }
}
