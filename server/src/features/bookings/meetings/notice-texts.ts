import { MEETING_WAY_LABELS, type Meeting, type MeetingStatus } from '@tendwell/contract/bookings/meetings'
import { describeRejectReason } from '@tendwell/contract/bookings/reject-reasons'
import { toCallAddress } from '@tendwell/contract/people/call-address'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EmailFact } from '../../../ports/mailer/port.ts'
import {
  type Fact,
  firstNamePlaceholder,
  type NoticeContent,
  namePlaceholder,
  VISIT_DAY,
} from '../../notices/index.ts'
import { toChatAction } from '../notice-parts.ts'
import type { MeetingRow } from './store.ts'

/** Tells one side that a meeting was asked for, accepted, declined or canceled, or has lapsed. */
export function renderMeeting(meeting: MeetingRow, status: MeetingStatus, to: Side): NoticeContent {
  const [name, firstName] = getOtherNames(meeting, to)
  // Only an accepted meeting has come into a calendar.
  const isInCalendars = meeting.answeredAt !== null && (status === 'accepted' || status === 'canceled')
  const { subject, message, action } = TEXTS[status]({ meeting, to, name, firstName })
  return {
    type: 'meeting',
    subject,
    payload: { ...toPayload(meeting), status, message, ...action },
    ...toParts(meeting, status, to),
    ...(isInCalendars && { calendarOf: { meetingId: meeting.id } }),
  }
}

/** Reminds one side of a meeting that begins within the hour. */
export function renderMeetingReminder(meeting: MeetingRow, to: Side): NoticeContent {
  const [name, firstName] = getOtherNames(meeting, to)
  return {
    type: 'booking_reminder',
    subject: `Starting soon: your meeting with ${firstName}`,
    payload: {
      ...toPayload(meeting),
      message: `Your meeting with ${name} starts in about an hour.`,
      ...seeMeeting(to),
    },
    ...toParts(meeting, 'accepted', to),
    secondAction: toChatAction(meeting, to),
  }
}

type Words = { meeting: MeetingRow; to: Side; name: string; firstName: string }
type Text = { subject: string; message: string; action: { action_url: string; action_text: string } }

const TEXTS: Record<MeetingStatus, (words: Words) => Text> = {
  asked: ({ name, firstName }) => ({
    subject: `${firstName} would like to meet you on ${VISIT_DAY}`,
    message: `${name} would like to meet you before booking. A meeting is free and short. Its time is held until you answer.`,
    action: { action_url: paths.incomingRequests, action_text: 'Answer' },
  }),
  accepted: ({ to, name, firstName }) => ({
    subject: `You’re meeting ${firstName} on ${VISIT_DAY}`,
    message: `${to === 'caregiver' ? `You agreed to meet ${name}` : `${name} agreed to meet you`}. There is nothing to pay.`,
    action: seeMeeting(to),
  }),
  declined: ({ meeting, name, firstName }) => ({
    subject: `${firstName} can’t meet you on ${VISIT_DAY}`,
    message: meeting.declineReason
      ? describeRejectReason(name, meeting.declineReason)
      : `${name} can’t take this meeting.`,
    action: { action_url: paths.caregivers, action_text: 'Find a Caregiver' },
  }),
  canceled: ({ meeting, to, name, firstName }) => ({
    subject: `Your meeting with ${firstName} on ${VISIT_DAY} was canceled`,
    message: meeting.canceledBy
      ? `${name} canceled your meeting.`
      : `Your meeting with ${name} was canceled, because one of you can’t use Tendwell now.`,
    action:
      to === 'caregiver'
        ? { action_url: paths.caregiverBookings, action_text: 'View your bookings' }
        : { action_url: paths.caregivers, action_text: 'Find a Caregiver' },
  }),
  lapsed: ({ meeting, name, firstName }) => ({
    subject: `No answer from ${firstName} to your meeting on ${VISIT_DAY}`,
    message: `${name} didn’t answer in time, so your meeting won’t take place.`,
    action: {
      action_url: `${paths.caregiver(meeting.caregiverId)}?meet=first`,
      action_text: 'Choose another time',
    },
  }),
}

/** The full and the first name of the side that `to` meets, as placeholders. */
function getOtherNames({ caregiverId, familyId }: MeetingRow, to: Side): [string, string] {
  const id = to === 'caregiver' ? familyId : caregiverId
  return [namePlaceholder(id), firstNamePlaceholder(id)]
}

const toPayload = ({ caregiverId, familyId, timezone }: MeetingRow) => ({
  caregiver_name: namePlaceholder(caregiverId),
  caretaker_name: namePlaceholder(familyId),
  timezone,
})

const seeMeeting = (to: Side) => ({
  action_url: to === 'caregiver' ? paths.caregiverBookings : `${paths.bookings}?when=upcoming`,
  action_text: 'See the meeting',
})

/** The facts. How the two meet follows from `meetingOf` while the meeting is ahead. */
function toParts(
  meeting: MeetingRow,
  status: MeetingStatus,
  to: Side,
): Pick<NoticeContent, 'facts' | 'meetingOf'> {
  const { startsAt, endsAt, timezone, way } = meeting
  const [name] = getOtherNames(meeting, to)
  const when = { startMs: startsAt.getTime(), endMs: endsAt.getTime() }
  const isAhead = status === 'asked' || status === 'accepted'
  const facts: Fact[] = [
    { label: to === 'caregiver' ? 'Family' : 'Caregiver', text: name },
    { label: 'When', visits: [when], zone: timezone },
    ...(isAhead ? [] : [{ label: 'How', text: MEETING_WAY_LABELS[way] }]),
    ...(status === 'asked' ? [{ label: 'Answer by', deadlineMs: when.startMs, zone: timezone }] : []),
  ]
  return { facts, ...(isAhead && { meetingOf: meeting.id }) }
}

/**
 * How the two meet, as a mail says it to one of them.
 * @param meeting as this side may see it now
 * @see docs/rules/meetings.md#how-the-two-meet
 */
export function toWayFacts(meeting: Meeting, to: Side): EmailFact[] {
  const { status, way, place, video_link: videoLink, phone_number: phone, note } = meeting
  const firstName = firstNamePlaceholder(to === 'caregiver' ? meeting.caretaker : meeting.caregiver)
  const isCall = way === 'phone' && status === 'accepted'
  return [
    {
      label: 'How',
      lines: [
        MEETING_WAY_LABELS[way],
        ...(isCall ? [to === 'caregiver' ? `You call ${firstName}.` : `${firstName} calls you.`] : []),
      ],
      ...(status === 'accepted' && videoLink && { link: { label: 'Join the call', url: videoLink } }),
    },
    ...(place ? [{ label: 'Where', lines: [place] }] : []),
    ...(phone ? [{ label: `${firstName}’s phone`, lines: [phone], href: toCallAddress(phone) }] : []),
    ...(status === 'asked' && note ? [{ label: 'Note', lines: note.split('\n') }] : []),
  ]
}
