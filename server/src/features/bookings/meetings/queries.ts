import type { Meeting, MeetingTime } from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, asc, count, desc, eq, gt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import { hasBlocked, isBlockedBetween } from '../../blocks/index.ts'
import { shownName, toAvatarUrl, users } from '../../people/index.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { canMessageSql } from '../visits/person-queries.ts'
import { findLastVideoLink, isOwnMeeting, wasAccepted } from './store.ts'
import { meetings } from './tables.ts'

const caregivers = alias(users, 'meeting_caregivers')
const families = alias(users, 'meeting_families')
const isOver = (now: Date) => and(eq(meetings.status, 'accepted'), lte(meetings.endsAt, now))
/** For how long the two see each other's phone numbers after a phone call. */
const PHONE_PERIOD_MS = DAY_MS

/** Which meetings a list has, and in which order. */
const LISTS: Record<MeetingTime, { where: (now: Date) => SQL | undefined; order: SQL }> = {
  waiting: { where: () => eq(meetings.status, 'asked'), order: asc(meetings.startsAt) },
  upcoming: {
    where: (now) => and(eq(meetings.status, 'accepted'), gt(meetings.endsAt, now)),
    order: asc(meetings.startsAt),
  },
  past: {
    where: (now) => or(notInArray(meetings.status, ['asked', 'accepted']), isOver(now)),
    order: desc(meetings.startsAt),
  },
}

/** Meetings with their two people, as a viewer sees them; the caller adds the condition. */
function selectMeetings(reader: Reader, viewerId: number, now: Date) {
  const isBlocked = isBlockedBetween(meetings.familyId, meetings.caregiverId)
  return reader
    .select({
      meeting: meetings,
      isBlocked,
      hasBlocked: sql<boolean>`(${hasBlocked(viewerId, meetings.caregiverId)} OR ${hasBlocked(viewerId, meetings.familyId)})`,
      canMessage: canMessageSql(now, 'meetings'),
      isRestricted: caregiverProfiles.isRestricted,
      isCaregiverListed: sql<boolean>`(${caregiverProfiles.isListed} AND NOT ${isBlocked})`,
      caregiver: caregivers,
      caregiverName: shownName(caregivers.fullName, meetings.caregiverId, meetings.familyId),
      family: families,
    })
    .from(meetings)
    .innerJoin(caregivers, eq(caregivers.id, meetings.caregiverId))
    .innerJoin(families, eq(families.id, meetings.familyId))
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, meetings.caregiverId))
}

type ViewedMeeting = Awaited<ReturnType<typeof selectMeetings>>[number]

/**
 * One of a person's meetings.
 * @throws AppError 404 for someone else's
 */
export async function getMeeting(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  side: Side,
  userId: number,
  meetingId: number,
): Promise<Meeting> {
  const now = clock.now()
  const [row] = await selectMeetings(reader, userId, now).where(
    and(eq(meetings.id, meetingId), isOwnMeeting(side, userId)),
  )
  if (!row) throw notFound()
  return toResponse(row, side, now, await findLastVideoLink(reader, row.meeting.caregiverId))
}

/** A page of a person's meetings on one side. */
export async function listMeetings(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  side: Side,
  userId: number,
  { when, ...page }: PageRequest & { when: MeetingTime },
): Promise<{ count: number; results: Meeting[] }> {
  const now = clock.now()
  const { where, order } = LISTS[when]
  const isListed = and(isOwnMeeting(side, userId), where(now))
  const [total] = await reader.select({ count: count() }).from(meetings).where(isListed)
  const rows = await selectMeetings(reader, userId, now)
    .where(isListed)
    .orderBy(order, desc(meetings.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const lastLink = side === 'caregiver' && when === 'waiting' ? await findLastVideoLink(reader, userId) : ''
  return { count: total?.count ?? 0, results: rows.map((row) => toResponse(row, side, now, lastLink)) }
}

/** @param lastLink of the caregiver's last video call, which they can use again */
function toResponse(row: ViewedMeeting, side: Side, now: Date, lastLink: string): Meeting {
  const { meeting, caregiver, family } = row
  const { status, way, startsAt, endsAt } = meeting
  const isAccepted = status === 'accepted'
  const isAhead = endsAt > now
  const isCallable =
    isAccepted &&
    way === 'phone' &&
    !row.isBlocked &&
    !row.isRestricted &&
    now.getTime() < endsAt.getTime() + PHONE_PERIOD_MS
  const other = side === 'caregiver' ? family : caregiver
  const isToAnswer = side === 'caregiver' && status === 'asked' && way === 'video'
  return {
    kind: 'meeting',
    id: meeting.id,
    caregiver: caregiver.id,
    caregiver_name: row.caregiverName,
    caregiver_avatar: toAvatarUrl(caregiver),
    caretaker: family.id,
    caretaker_name: family.fullName,
    caretaker_avatar: toAvatarUrl(family),
    status,
    decline_reason: meeting.declineReason,
    canceled_by: meeting.canceledBy,
    start_utc: startsAt.toISOString(),
    end_utc: endsAt.toISOString(),
    timezone: meeting.timezone,
    way,
    place: isAhead && (isAccepted || status === 'asked') ? meeting.place : '',
    video_link: isToAnswer ? lastLink : isAhead && isAccepted ? meeting.videoLink : '',
    phone_number: (isCallable && other.isActive && other.phoneNumber) || null,
    note: meeting.note,
    asked_at: meeting.askedAt.toISOString(),
    can_message: row.canMessage,
    has_blocked: row.hasBlocked,
    is_caregiver_listed: row.isCaregiverListed,
  }
}

/** How many meetings wait for the caregiver's answer, by side, and the accepted one that is under way or comes next. */
export async function findMeetingsForHome(reader: Reader, side: Side, userId: number, now: Date) {
  const other = side === 'caregiver' ? families : caregivers
  const [next] = await reader
    .select({ startsAt: meetings.startsAt, name: other.fullName })
    .from(meetings)
    .innerJoin(other, eq(other.id, side === 'caregiver' ? meetings.familyId : meetings.caregiverId))
    .where(and(isOwnMeeting(side, userId), LISTS.upcoming.where(now)))
    .orderBy(asc(meetings.startsAt))
    .limit(1)
  const isToAnswer = and(isOwnMeeting(side, userId), eq(meetings.status, 'asked'), gt(meetings.startsAt, now))
  const asked = await reader.$count(meetings, isToAnswer)
  return {
    next_meeting: next ? { person_name: next.name, start_utc: next.startsAt.toISOString() } : null,
    meetings_to_answer: side === 'caregiver' ? asked : 0,
    waiting_meetings: side === 'caretaker' ? asked : 0,
  }
}

/** A meeting in a calendar: an accepted one, also if it was canceled later. */
export type CalendarMeeting = {
  meetingId: number
  side: Side
  otherName: string
  startsAt: Date
  endsAt: Date
  isCanceled: boolean
  /** Where the two meet or by which link, of an accepted meeting that isn't over and isn't a phone call; else null. */
  place: string | null
}

/**
 * A person's meetings that were accepted, canceled ones included, by start.
 * @param filter one meeting, or those that end after an instant
 * @see docs/rules/calendars.md#events
 */
export async function listCalendarMeetings(
  reader: Reader,
  { userId, side, now }: { userId: number; side: Side; now: Date },
  filter: { meetingId: number } | { endsAfter: Date },
): Promise<CalendarMeeting[]> {
  const isWanted =
    'meetingId' in filter ? eq(meetings.id, filter.meetingId) : gt(meetings.endsAt, filter.endsAfter)
  const rows = await selectMeetings(reader, userId, now)
    .where(and(isOwnMeeting(side, userId), isWanted, wasAccepted))
    .orderBy(asc(meetings.startsAt), asc(meetings.id))
  return rows.map(({ meeting, caregiverName, family }) => ({
    meetingId: meeting.id,
    side,
    otherName: side === 'caregiver' ? family.fullName : caregiverName,
    startsAt: meeting.startsAt,
    endsAt: meeting.endsAt,
    isCanceled: meeting.status === 'canceled',
    place:
      (meeting.status === 'accepted' && meeting.endsAt > now && (meeting.place || meeting.videoLink)) || null,
  }))
}
