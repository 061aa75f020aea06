import type { MoveStatus } from '@tendwell/contract/bookings/moves'
import { formatDeadline } from '@tendwell/contract/format'
import { usdFromCents } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Zone } from '@tendwell/contract/time'
import type { Fact, NoticeContent } from '../../notices/index.ts'
import { toSubjectWords, toVisitFacts } from '../notice-parts.ts'
import type { MoveDetails } from './details.ts'

/** How a proposal can end. */
type Ending = Exclude<MoveStatus, 'proposed'>

/**
 * Tells the side that answers that the other side proposes other times.
 * @param zone the reader's; null for the zone in which the visit was booked
 */
export function renderMoveProposed(details: MoveDetails, zone: Zone | null = null): NoticeContent {
  const proposer = details.move.proposedBy
  const to = getOtherSide(proposer)
  const { name, visit } = toSubjectWords(details.before, to)
  return toContent(details, to, {
    subject: `${name} would like another time for your ${visit}`,
    status: 'proposed',
    message: `${getSideName(details, proposer)} would like to move your booking to another time. Accept or decline by ${formatDeadline(details.move.expiresAt.getTime(), zone ?? details.before.timezone)}. Until you accept, nothing changes.`,
    action: 'Answer',
  })
}

type SubjectWords = ReturnType<typeof toSubjectWords>

const STAYS = ({ visit, name, stays }: SubjectWords) => `Your ${visit} with ${name} ${stays} as planned`

const ENDINGS: Record<
  Ending,
  { subject: (words: SubjectWords) => string; message: (name: string) => string }
> = {
  accepted: {
    subject: ({ name, day }) => `New time with ${name}: ${day}`,
    message: (name) => `${name} accepted the new time. The price stays the same.`,
  },
  declined: {
    subject: STAYS,
    message: (name) => `${name} can’t make the time you proposed. Your booking stays as it is.`,
  },
  withdrawn: {
    subject: STAYS,
    message: (name) => `${name} took the proposal of another time back. Your booking stays as it is.`,
  },
  expired: {
    subject: STAYS,
    message: (name) => `${name} didn’t answer your proposal in time. Your booking stays as it is.`,
  },
  unavailable: {
    subject: STAYS,
    message: () => 'The time you proposed is no longer free. Your booking stays as it is.',
  },
}

/** Tells one side how a proposal ended. */
export function renderMoveEnded(
  details: MoveDetails,
  ending: Ending,
  to: Side = getNotifiedSide(details, ending),
): NoticeContent {
  const isOwnAnswer = ending === 'accepted' && to !== details.move.proposedBy
  const { subject, message } = ENDINGS[ending]
  return toContent(details, to, {
    subject: subject(toSubjectWords(ending === 'accepted' ? details.after : details.before, to)),
    status: ending,
    message: isOwnAnswer
      ? `You accepted the new time with ${getSideName(details, getOtherSide(to))}. The price stays the same.`
      : message(getSideName(details, getOtherSide(to))),
    action: 'View booking',
  })
}

/** The side that reads how a proposal ended: the proposer, unless they withdrew it themselves. */
export function getNotifiedSide({ move }: MoveDetails, ending: Ending): Side {
  return ending === 'withdrawn' ? getOtherSide(move.proposedBy) : move.proposedBy
}

/**
 * The content of a notice about a proposal. Its facts are the hours that count now: the new ones once
 * accepted.
 */
function toContent(
  { move, before, after }: MoveDetails,
  to: Side,
  { subject, status, message, action }: { subject: string; status: string; message: string; action: string },
): NoticeContent {
  const isMoved = status === 'accepted'
  const validRequest = isMoved ? after : before
  return {
    type: 'booking_move',
    subject,
    payload: {
      request_id: move.requestId,
      caregiver_name: before.caregiverName,
      caretaker_name: before.familyName,
      timezone: before.timezone,
      windows: after.windows,
      total_hours: after.totalHours,
      total_price_usd: usdFromCents(before.priceCents),
      status,
      message,
      action_url: to === 'caregiver' ? paths.caregiverBooking(move.requestId) : paths.booking(move.requestId),
      action_text: action,
    },
    facts: [
      toTimesFact(status === 'proposed' ? 'Now' : 'When', validRequest),
      isMoved ? toTimesFact('Before', before) : toTimesFact('Proposed', after),
      ...toVisitFacts(validRequest, to, null).filter(({ label }) => label !== 'When'),
    ],
    ...(isMoved && { calendarOf: { requestId: move.requestId } }),
  }
}

/** The visits of a request, with their zone, under a label. */
function toTimesFact(label: string, { visits, timezone }: MoveDetails['after']): Fact {
  return { label, visits, zone: timezone }
}

const getOtherSide = (side: Side): Side => (side === 'caregiver' ? 'caretaker' : 'caregiver')

/** The name of the person on this side, as a placeholder. */
const getSideName = ({ before }: MoveDetails, side: Side) =>
  side === 'caregiver' ? before.caregiverName : before.familyName
