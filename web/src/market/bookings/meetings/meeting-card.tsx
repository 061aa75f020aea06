import { MEETING_WAY_LABELS, type Meeting, type MeetingWay } from '@tendwell/contract/bookings/meetings'
import { describeRejectReason } from '@tendwell/contract/bookings/reject-reasons'
import { toFirstName } from '@tendwell/contract/people/first-name'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { MINUTE_MS } from '@tendwell/contract/time'
import { Handshake, type LucideIcon, MapPin, Phone, Video } from 'lucide-react'
import { useState } from 'react'
import { now } from '../../../lib/format/clock.ts'
import { formatAgo, formatInstant } from '../../../lib/format/format.ts'
import { toEpochMs, toInterval } from '../../../lib/format/instants.ts'
import { PhoneLink } from '../../../shared/people/phone-link.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { PersonMenu } from '../../../shared/safety/person-menu.tsx'
import { getMeetingStatus } from '../../../shared/visits/meeting-status.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { PartyHeader } from '../list/party-header.tsx'
import { AnswerMeeting } from './answer-meeting.tsx'
import { useMeetingAnswer } from './use-meeting-answer.ts'

const icons: Record<MeetingWay, LucideIcon> = { video: Video, phone: Phone, in_person: MapPin }

/** How long before a video call its link is the first thing to press. */
const JOIN_MS = 15 * MINUTE_MS

interface MeetingCardProps {
  meeting: Meeting
  viewer: Side
  /** Whether a caregiver may accept now. */
  canAccept: boolean
}

/** A free meeting in a list, and what the viewer can do about it. */
export function MeetingCard({ meeting, viewer, canAccept }: MeetingCardProps) {
  const other = getOther(meeting, viewer)
  const { startMs, endMs } = toInterval(meeting)
  const Icon = icons[meeting.way]
  const isAhead = startMs > now()
  const isSoon = startMs - now() <= JOIN_MS
  const isAsked = meeting.status === 'asked' && isAhead
  const hasPage = viewer === 'caretaker' && meeting.is_caregiver_listed
  return (
    <Card as="article">
      <PartyHeader
        viewer={viewer}
        other={other}
        line={`Asked ${formatAgo(meeting.asked_at)}`}
        status={getMeetingStatus(meeting)}
        {...(hasPage && { to: paths.caregiver(other.id) })}
        canMessage={meeting.can_message}
        menu={
          <PersonMenu person={{ id: other.id, full_name: other.name }} hasBlocked={meeting.has_blocked} />
        }
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <div className="flex min-w-0 flex-col gap-1.5">
          <WindowList windows={[meeting]} zone={meeting.timezone} />
          <p className="flex items-start gap-2">
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0 wrap-anywhere">
              {`${MEETING_WAY_LABELS[meeting.way]}, ${(endMs - startMs) / MINUTE_MS} minutes`}
              {meeting.place && <span className="block text-ink-soft">{meeting.place}</span>}
            </span>
          </p>
          {meeting.phone_number && <PhoneLink phone={meeting.phone_number} />}
          {meeting.note && <p className="mt-2 wrap-anywhere whitespace-pre-line">{meeting.note}</p>}
        </div>
        <p className="flex w-fit items-center gap-2 self-start rounded-full max-sm:order-first bg-sage px-3 py-1 text-13 font-semibold text-on-sage">
          <Handshake className="size-4 shrink-0" />
          Free meeting
        </p>
      </div>
      <footer className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="min-w-48 flex-1 text-ink-soft">{describeMeeting(meeting, viewer)}</p>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1 empty:hidden">
          {viewer === 'caregiver' && isAsked && <AnswerMeeting meeting={meeting} canAccept={canAccept} />}
          {isAhead && (meeting.status === 'accepted' || (isAsked && viewer === 'caretaker')) && (
            <CancelMeeting meeting={meeting} other={other.name} />
          )}
          {meeting.status === 'accepted' && meeting.video_link && (
            <a
              href={meeting.video_link}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass({ variant: isSoon ? 'primary' : 'secondary' })}
            >
              <Video className="size-5" />
              Join call
            </a>
          )}
          {hasPage && !isAhead && meeting.status === 'accepted' && (
            <ButtonLink to={paths.book(other.id)}>{`Book ${toFirstName(other.name)}`}</ButtonLink>
          )}
          {hasPage && (meeting.status === 'lapsed' || meeting.status === 'declined') && (
            <ButtonLink to={paths.meetCaregiver(other.id)} variant="secondary">
              Choose another time
            </ButtonLink>
          )}
        </div>
      </footer>
    </Card>
  )
}

function getOther(meeting: Meeting, viewer: Side) {
  return viewer === 'caretaker'
    ? { id: meeting.caregiver, name: meeting.caregiver_name, avatar: meeting.caregiver_avatar }
    : { id: meeting.caretaker, name: meeting.caretaker_name, avatar: meeting.caretaker_avatar }
}

/** What the status means for the viewer. */
function describeMeeting(meeting: Meeting, viewer: Side): string {
  const isFamily = viewer === 'caretaker'
  const { status, canceled_by: by, decline_reason: reason, start_utc, end_utc } = meeting
  const { name } = getOther(meeting, viewer)
  if (status === 'lapsed' || (status === 'asked' && toEpochMs(start_utc) <= now())) {
    return isFamily ? `${name} didn’t answer in time.` : 'You didn’t answer in time.'
  }
  if (status === 'asked') {
    return isFamily
      ? `Waiting for ${name}. They can answer until ${formatInstant(start_utc)}. The time is held for you until they do.`
      : `Answer by ${formatInstant(start_utc)}. The time is held until you do.`
  }
  if (status === 'declined') {
    if (!isFamily) return 'You declined this meeting.'
    return reason ? describeRejectReason(name, reason) : `${name} can’t take this meeting.`
  }
  if (status === 'canceled') {
    if (by === null) return 'Canceled by Tendwell.'
    return by === viewer ? 'You canceled this meeting.' : `${name} canceled this meeting.`
  }
  if (toEpochMs(end_utc) <= now()) return 'This meeting is over.'
  if (meeting.way === 'video') return 'You both join with the link.'
  if (meeting.way === 'in_person') return 'You meet at this place.'
  return isFamily ? `${name} calls you.` : `You call ${name}.`
}

interface CancelMeetingProps {
  meeting: Meeting
  /** The name of the other side. */
  other: string
}

/** Cancels a meeting that has not begun, after asking. */
function CancelMeeting({ meeting, other }: CancelMeetingProps) {
  const [isAsking, setAsking] = useState(false)
  const { answer, isPending } = useMeetingAnswer(meeting, () => setAsking(false))
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Cancel meeting
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this meeting?"
        consequence={`We’ll let ${other} know, and the time is free again.`}
        confirmLabel="Cancel meeting"
        cancelLabel="Keep meeting"
        pendingLabel="Canceling…"
        isPending={isPending}
        onConfirm={() => answer({ status: 'canceled' })}
      />
    </>
  )
}
