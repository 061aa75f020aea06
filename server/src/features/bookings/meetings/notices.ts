import type { MeetingStatus } from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type DoneNotices, defineJobNotice, defineNotice, type Notice } from '../../notices/index.ts'
import { withoutSecondMail } from '../taken-back.ts'
import { MEETING_REMINDER_JOB } from './answering.ts'
import { renderMeeting, renderMeetingReminder } from './notice-texts.ts'
import { findMeeting, lockMeetingInStatus, type MeetingRow } from './store.ts'

const toCause = (meetingId: number, step: MeetingStatus | 'reminder') => `meeting:${meetingId}:${step}`

/**
 * Who hears that a meeting is now in a status: the side that didn't do it; both if Tendwell did, and of an accepted
 * meeting, because the mail has the calendar file.
 */
function getReaders(meeting: MeetingRow, status: MeetingStatus): Side[] {
  if (status === 'asked') return ['caregiver']
  if (status === 'declined' || status === 'lapsed') return ['caretaker']
  if (status === 'accepted' || meeting.canceledBy === null) return ['caretaker', 'caregiver']
  return [meeting.canceledBy === 'caregiver' ? 'caretaker' : 'caregiver']
}

const getUserId = ({ caregiverId, familyId }: MeetingRow, side: Side) =>
  side === 'caregiver' ? caregiverId : familyId

/** What was asked of a side, and its reminder, are done once the meeting goes on or ends. */
function endEarlierNotices(meeting: MeetingRow, status: MeetingStatus): DoneNotices[] {
  if (status === 'asked') return []
  const doneCauses = [toCause(meeting.id, 'asked')]
  if (status === 'canceled') doneCauses.push(toCause(meeting.id, 'accepted'), toCause(meeting.id, 'reminder'))
  return [meeting.caregiverId, meeting.familyId].map((userId) => ({ userId, doneCauses }))
}

export const meetingNotices = [
  defineNotice('meeting.changed', async ({ clock, database }, { meetingId, status }) => {
    const meeting = await findMeeting(database, meetingId)
    if (!meeting) return []
    const notices = getReaders(meeting, status).map((to): Notice => {
      const content = renderMeeting(meeting, status, to)
      const isTakenBack = status === 'canceled' && meeting.canceledBy === 'caretaker'
      return {
        userId: getUserId(meeting, to),
        cause: toCause(meetingId, status),
        content: isTakenBack ? withoutSecondMail(content, meeting.askedAt, clock.now()) : content,
        ...(status === 'asked' && {
          from: meeting.familyId,
          isStillWanted: (transaction) => lockMeetingInStatus(transaction, meetingId, 'asked'),
        }),
      }
    })
    return [...endEarlierNotices(meeting, status), ...notices]
  }),

  defineJobNotice<{ meetingId: number }>(MEETING_REMINDER_JOB, async ({ database }, { meetingId }) => {
    const meeting = await findMeeting(database, meetingId)
    if (meeting?.status !== 'accepted') return []
    return (['caregiver', 'caretaker'] as const).map((to) => ({
      userId: getUserId(meeting, to),
      cause: toCause(meetingId, 'reminder'),
      content: renderMeetingReminder(meeting, to),
      isStillWanted: (transaction) => lockMeetingInStatus(transaction, meetingId, 'accepted'),
    }))
  }),
]
