import type { MeetingStatus } from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { tryTransition } from '../../../platform/database/transition.ts'
import type { SentItem } from '../requests/sent-limits.ts'
import { meetings } from './tables.ts'

export type MeetingRow = typeof meetings.$inferSelect

/** How a meeting ends before it takes place, and from which states. */
const ENDINGS = {
  declined: ['asked'],
  lapsed: ['asked'],
  canceled: ['asked', 'accepted'],
} as const satisfies Partial<Record<MeetingStatus, readonly MeetingStatus[]>>
export type MeetingEnding = keyof typeof ENDINGS

/** At most this many meetings lapse per run. */
const LAPSED_MAXIMUM = 200

/** The SQL condition that a meeting waits for its answer or is accepted. */
const isOpen: SQL = inArray(meetings.status, ['asked', 'accepted'])

/** The SQL condition that the caregiver has accepted a meeting, also if it was canceled later. */
export const wasAccepted = and(
  inArray(meetings.status, ['accepted', 'canceled']),
  isNotNull(meetings.answeredAt),
) as SQL

/** The SQL condition that a meeting is a person's, on this side. */
export const isOwnMeeting = (side: Side, userId: number): SQL =>
  eq(side === 'caregiver' ? meetings.caregiverId : meetings.familyId, userId)

/** The SQL condition that a meeting is a person's, on either side. */
export const isOfPerson = (userId: number): SQL | undefined =>
  or(eq(meetings.caregiverId, userId), eq(meetings.familyId, userId))

/** The stored meeting; null if there is none with this id. */
export async function findMeeting(reader: Reader, meetingId: number): Promise<MeetingRow | null> {
  const [row] = await reader.select().from(meetings).where(eq(meetings.id, meetingId))
  return row ?? null
}

/** Whether a meeting is in this status. Keeps it so until the transaction ends. */
export async function lockMeetingInStatus(
  transaction: Transaction,
  meetingId: number,
  status: MeetingStatus,
): Promise<boolean> {
  const rows = await transaction
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingId), eq(meetings.status, status)))
    .for('share')
  return rows.length > 0
}

/** Stores a meeting that a family asks for. @returns its id */
export async function insertMeeting(
  transaction: Transaction,
  meeting: typeof meetings.$inferInsert,
): Promise<number> {
  const [row] = await transaction.insert(meetings).values(meeting).returning({ id: meetings.id })
  return (row as { id: number }).id
}

/** Accepts a meeting that waits for its answer. @returns whether it did */
export async function acceptStoredMeeting(
  transaction: Transaction,
  meetingId: number,
  values: { videoLink: string; answeredAt: Date },
): Promise<boolean> {
  return (
    (await tryTransition(transaction, meetings, meetingId, {
      from: ['asked'],
      to: 'accepted',
      set: values,
    })) !== null
  )
}

/**
 * Ends a meeting and gives up its hours, which the caller frees.
 * @returns whether it was in a state that can end so
 */
export async function endStoredMeeting(
  transaction: Transaction,
  meetingId: number,
  ending: MeetingEnding,
  values: Partial<Pick<MeetingRow, 'declineReason' | 'canceledBy' | 'answeredAt'>>,
): Promise<boolean> {
  const row = await tryTransition(transaction, meetings, meetingId, {
    from: ENDINGS[ending],
    to: ending,
    set: { ...values, bookedTimeId: null },
  })
  return row !== null
}

/** A family's meetings that wait for an answer, or are accepted and not over; by their ends. */
export function listOpenMeetings(reader: Reader, familyId: number, now: Date): Promise<MeetingRow[]> {
  return reader
    .select()
    .from(meetings)
    .where(and(eq(meetings.familyId, familyId), isOpen, gt(meetings.endsAt, now)))
    .orderBy(asc(meetings.endsAt))
}

/** The meetings that a family has asked for within a day, without those that were accepted. */
export function listSentMeetings(reader: Reader, familyId: number, now: Date): Promise<SentItem[]> {
  return reader
    .select({ toId: meetings.caregiverId, sentAt: meetings.askedAt })
    .from(meetings)
    .where(
      and(
        eq(meetings.familyId, familyId),
        ne(meetings.status, 'accepted'),
        gt(meetings.askedAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
}

/** A person's meetings, on either side, that are open and have not begun; by ascending id. */
export function listMeetingsAhead(reader: Reader, userId: number, now: Date): Promise<MeetingRow[]> {
  return reader
    .select()
    .from(meetings)
    .where(and(isOfPerson(userId), isOpen, gt(meetings.startsAt, now)))
    .orderBy(asc(meetings.id))
}

/** The meetings without an answer whose hours have begun. */
export function listUnansweredMeetings(reader: Reader, now: Date): Promise<MeetingRow[]> {
  return reader
    .select()
    .from(meetings)
    .where(and(eq(meetings.status, 'asked'), lte(meetings.startsAt, now)))
    .orderBy(asc(meetings.startsAt))
    .limit(LAPSED_MAXIMUM)
}

/** The link of the caregiver's last accepted video call; empty without one. */
export async function findLastVideoLink(reader: Reader, caregiverId: number): Promise<string> {
  const [row] = await reader
    .select({ videoLink: meetings.videoLink })
    .from(meetings)
    .where(and(eq(meetings.caregiverId, caregiverId), ne(meetings.videoLink, '')))
    .orderBy(desc(meetings.answeredAt))
    .limit(1)
  return row?.videoLink ?? ''
}

/** Whether the family has ever asked to meet the caregiver. */
export async function hasMeetingBetween(
  reader: Reader,
  pair: { familyId: number; caregiverId: number },
): Promise<boolean> {
  const isOfPair = and(eq(meetings.caregiverId, pair.caregiverId), eq(meetings.familyId, pair.familyId))
  return (await reader.$count(meetings, isOfPair)) > 0
}
