/** Accepting, declining, canceling and lapsing of meetings. @see docs/rules/meetings.md#states */
import type { Meeting, MeetingAnswer } from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, invalid, notFound, outdated } from '../../../platform/errors.ts'
import { freeTimes, type LockedCaregiver, lockCaregiver } from '../../availability/index.ts'
import { lockPairUnlessBlocked } from '../../blocks/index.ts'
import { getMeeting } from './queries.ts'
import {
  acceptStoredMeeting,
  endStoredMeeting,
  findLastVideoLink,
  findMeeting,
  listMeetingsAhead,
  listUnansweredMeetings,
  type MeetingEnding,
  type MeetingRow,
} from './store.ts'

type AnswerDeps = Pick<Deps, 'clock' | 'jobs'>

/** The job that reminds both sides of an accepted meeting. */
export const MEETING_REMINDER_JOB = 'bookings.meeting-reminder'
/** How long before a meeting its reminder is due. */
const REMINDER_AHEAD_MS = HOUR_MS

/**
 * Accepts, declines or cancels a meeting for one of its sides.
 * @throws AppError 404 for other people's meeting; 403 for a family that accepts or declines, and for a caregiver who
 *   accepts and is not listed; 400 on `video_link` for a video call without one; 409 for a meeting that has begun or
 *   isn't in a state for this
 */
export function answerMeeting(
  deps: AnswerDeps & Pick<Deps, 'database'>,
  side: Side,
  userId: number,
  meetingId: number,
  answer: MeetingAnswer,
): Promise<Meeting> {
  const now = deps.clock.now()
  return withTransaction(deps.database, async (transaction) => {
    const { caregiverId, familyId } = (await findMeeting(transaction, meetingId)) ?? {}
    if (caregiverId === undefined || (side === 'caregiver' ? caregiverId : familyId) !== userId)
      throw notFound()
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    const meeting = await findMeeting(transaction, meetingId)
    if (!meeting || !caregiver) throw notFound()
    if (side !== 'caregiver' && answer.status !== 'canceled') throw forbidden()
    if (meeting.startsAt <= now) throw conflict('This meeting has already begun')
    if (answer.status === 'accepted') await accept(transaction, deps, meeting, caregiver, answer.video_link)
    else {
      const values =
        answer.status === 'declined'
          ? { declineReason: answer.reason ?? null, answeredAt: now }
          : { canceledBy: side }
      const isEnded = await endMeeting(transaction, deps, caregiver, meeting, answer.status, values)
      if (!isEnded) throw outdated('meeting')
    }
    return getMeeting(deps, transaction, side, userId, meetingId)
  })
}

async function accept(
  transaction: Transaction,
  deps: AnswerDeps,
  { id: meetingId, caregiverId, familyId, way, startsAt }: MeetingRow,
  caregiver: LockedCaregiver,
  givenLink: string | undefined,
): Promise<void> {
  if (!caregiver.isListed)
    throw forbidden('Families can’t find your profile right now. Complete it to accept meetings')
  if (!(await lockPairUnlessBlocked(transaction, familyId, caregiverId))) throw outdated('meeting')
  const videoLink = way === 'video' ? givenLink || (await findLastVideoLink(transaction, caregiverId)) : ''
  if (way === 'video' && !videoLink) throw invalid({ video_link: ['Add the link of the video call'] })
  const now = deps.clock.now()
  if (!(await acceptStoredMeeting(transaction, meetingId, { videoLink, answeredAt: now }))) {
    throw outdated('meeting')
  }
  await deps.jobs.publish(transaction, 'meeting.changed', { meetingId, status: 'accepted' })
  const remindAt = new Date(startsAt.getTime() - REMINDER_AHEAD_MS)
  if (remindAt > now) {
    await deps.jobs.add(transaction, MEETING_REMINDER_JOB, { meetingId }, { runAt: remindAt })
  }
}

/**
 * Ends a meeting, frees its hours and publishes it. The caller has locked the caregiver for update.
 * @returns false if it isn't in a state that can end so
 */
async function endMeeting(
  transaction: Transaction,
  deps: AnswerDeps,
  caregiver: LockedCaregiver,
  { id: meetingId, bookedTimeId }: MeetingRow,
  ending: MeetingEnding,
  values: Partial<Pick<MeetingRow, 'declineReason' | 'canceledBy' | 'answeredAt'>>,
): Promise<boolean> {
  if (!(await endStoredMeeting(transaction, meetingId, ending, values))) return false
  if (bookedTimeId !== null) await freeTimes(transaction, deps, caregiver, [bookedTimeId])
  await deps.jobs.publish(transaction, 'meeting.changed', { meetingId, status: ending })
  return true
}

/** Ends the meetings that began without an answer. */
export async function lapseMeetings(deps: AnswerDeps & Pick<Deps, 'database'>): Promise<void> {
  for (const { id, caregiverId } of await listUnansweredMeetings(deps.database, deps.clock.now())) {
    await withTransaction(deps.database, async (transaction) => {
      const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
      const meeting = await findMeeting(transaction, id)
      if (caregiver && meeting) await endMeeting(transaction, deps, caregiver, meeting, 'lapsed', {})
    })
  }
}

/**
 * Cancels a person's meetings that have not begun. The caller has locked their caregivers for update, or takes these
 * locks here first.
 * @param canceledBy null if Tendwell does, because the person may not use the product any more
 * @param which all by default
 */
export async function cancelMeetingsOf(
  transaction: Transaction,
  deps: AnswerDeps,
  userId: number,
  canceledBy: null | ((meeting: MeetingRow) => Side),
  which: (meeting: MeetingRow) => boolean = () => true,
): Promise<void> {
  const wanted = (await listMeetingsAhead(transaction, userId, deps.clock.now())).filter(which)
  wanted.sort((one, other) => one.caregiverId - other.caregiverId)
  for (const { id, caregiverId } of wanted) {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    const meeting = await findMeeting(transaction, id)
    if (!caregiver || !meeting) continue
    const values = { canceledBy: canceledBy?.(meeting) ?? null }
    await endMeeting(transaction, deps, caregiver, meeting, 'canceled', values)
  }
}
