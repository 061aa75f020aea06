import type { ExpiringDocument, HomeResponse, NextVisit } from '@tendwell/contract/bookings/home'
import { nameDocuments } from '@tendwell/contract/profiles/document-names'
import type { DocumentRequest } from '@tendwell/contract/profiles/profiles'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'
import { formatClock, formatDay, formatMoney, formatRelativeDay, plural } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { countWaiting } from '../../../shared/visits/count-waiting.ts'
import { formatNearDay, summarizeVisits } from '../../../shared/visits/visits.ts'

interface NextTask {
  title: string
  detail: string
  action: { label: string; to: string }
}

/** The one thing that matters most now; `setup` shows what a caregiver needs to be listed. */
export function findNextTask(home: HomeResponse, side: Side): NextTask | 'setup' {
  if (home.open_disputes.to_answer > 0) return toAnswerDispute(home, side)
  const expired = home.expiring_documents.filter(({ is_expired: isExpired }) => isExpired)
  if (expired.length > 0) return toRenewExpired(expired)
  if (home.open_requests.count > 0) return side === 'caretaker' ? toPay(home) : toAnswer(home)
  if (home.meetings_to_answer > 0) return toAnswerMeeting(home)
  if (home.move_to_answer) return toAnswerMove(home.move_to_answer, side)
  if (home.requested_documents.length > 0) return toReplaceRequested(home.requested_documents)
  if (side === 'caregiver' && home.missing.length > 0) return 'setup'
  const next = findNext(home, side)
  if (home.lost_requests > 0 && !next?.isSoon) return toReplace(home)
  const expiring = home.expiring_documents.filter(({ has_renewal: hasRenewal }) => !hasRenewal)
  if (expiring.length > 0) return toRenew(expiring)
  if (home.visit_to_review && !next?.isSoon) return toReview(home.visit_to_review)
  if (next) return next.task
  if (home.waiting_requests > 0) return toWait(home)
  if (home.waiting_meetings > 0) return awaitMeeting
  return side === 'caretaker' ? findCaregiver : awaitRequests
}

/** Our team waits for this side: for a caregiver's answer to a dispute, or for an answer to a question. */
function toAnswerDispute({ open_dispute_id: id, open_disputes }: HomeResponse, side: Side): NextTask {
  const { to_answer: count } = open_disputes
  const detail = 'The money is on hold. Our team needs your answer before they decide.'
  const isOne = count === 1
  if (side === 'caretaker') {
    return {
      title: isOne ? 'We have a question about your dispute' : `${count} disputes wait for your answer`,
      detail,
      action: { label: 'Answer', to: disputePath(isOne ? id : null, side) },
    }
  }
  return {
    title: isOne ? 'A family disputes a booking' : `Families dispute ${count} bookings`,
    detail,
    action: { label: 'Answer the dispute', to: disputePath(isOne ? id : null, side) },
  }
}

/** Where a dispute is, or all of them are, for this side. */
export function disputePath(id: number | null, side: Side): string {
  if (side === 'caretaker') return id === null ? paths.caretakerDisputes : paths.caretakerDispute(id)
  return id === null ? paths.caregiverDisputes : paths.caregiverDispute(id)
}

/** A document has expired, so that the caregiver isn't listed. */
function toRenewExpired(documents: ExpiringDocument[]): NextTask {
  const { first, name } = findFirst(documents)
  const isChecked = documents.every(({ has_renewal: hasRenewal }) => hasRenewal)
  return {
    title: `${name} expired on ${formatDay(first)}`,
    detail: isChecked
      ? 'We’re checking the new one you uploaded. Families can find you again once we’ve accepted it.'
      : 'Upload a new one so families can find you again. Paid bookings aren’t affected.',
    action: {
      label: isChecked ? 'See your documents' : 'Upload a new one',
      to: paths.caregiverDocuments,
    },
  }
}

/** Staff want a new file of documents. */
function toReplaceRequested(requested: DocumentRequest[]): NextTask {
  const { name } = nameDocuments(requested.map(({ document }) => document))
  const [first, ...more] = requested
  return {
    title: `We need a new copy of ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    detail: first && more.length === 0 ? `Reason: ${first.reason}` : 'Your profile says why.',
    action: { label: 'Upload a new copy', to: paths.caregiverDocuments },
  }
}

function toRenew(documents: ExpiringDocument[]): NextTask {
  const { first, name, isOne } = findFirst(documents)
  return {
    title: `${name} ${isOne ? 'expires' : 'expire'} on ${formatDay(first)}`,
    detail: 'Upload a new one before then so families can keep finding and booking you.',
    action: { label: 'Upload a new one', to: paths.caregiverDocuments },
  }
}

/** The first day on which documents expire, and those that do. */
function findFirst(documents: readonly ExpiringDocument[]) {
  const first = documents.map(({ expires_on: day }) => day).sort()[0] ?? ''
  const shown = documents.filter(({ expires_on: day }) => day === first)
  return { first, ...nameDocuments(shown.map(({ document }) => document)) }
}

function toPay({ open_requests: { count, oldest_id: id, only, are_alternatives } }: HomeResponse): NextTask {
  if (only && id !== null) {
    return {
      title: `${only.person_name} accepted ${describeTimes(only.windows)}`,
      detail: `Pay ${formatMoney(only.price_usd)} to book. The times aren’t yours until you do.`,
      action: { label: 'Complete Payment', to: paths.checkout(id) },
    }
  }
  return {
    title: are_alternatives
      ? `${count} caregivers accepted the same times`
      : `${count} requests were accepted`,
    detail: are_alternatives
      ? `Pay one to book, and ${count === 2 ? 'the other is' : 'the others are'} withdrawn. The times aren’t yours until you do.`
      : 'Complete your payment to book. The times aren’t yours until you do.',
    action: {
      label: are_alternatives ? 'Choose whom to pay' : 'See what to pay',
      to: paths.bookingsTab('to_pay'),
    },
  }
}

/** Counts meetings too, as the row of requests does. */
function toAnswer(home: HomeResponse): NextTask {
  const { only } = home.open_requests
  const count = countDue(home)
  const soon = 'Accept soon: families often ask more than one caregiver.'
  return only && count === 1
    ? {
        title: `${only.person_name} is waiting for your answer`,
        detail: `${toSentence(describeTimes(only.windows))}, for ${formatMoney(only.price_usd)}. ${soon}`,
        action: { label: 'Answer the request', to: paths.incomingRequests },
      }
    : {
        title: `${count} requests are waiting for your answer`,
        detail: soon,
        action: { label: 'Answer the requests', to: paths.incomingRequests },
      }
}

/** Hours for which a family needs another caregiver. */
function toReplace({ lost_requests: count, only_lost_request: only }: HomeResponse): NextTask {
  return {
    title: only
      ? `Your request to ${only.person_name} for ${describeTimes(only.windows)} didn’t work out`
      : `${count} requests didn’t work out`,
    detail: 'The times are still ahead, and others may be free.',
    action: { label: 'See who is free', to: paths.bookingsTab('waiting') },
  }
}

function toAnswerMeeting({ meetings_to_answer: count }: HomeResponse): NextTask {
  return {
    title: count === 1 ? 'A family would like to meet you' : `${count} families would like to meet you`,
    detail: 'A meeting is free and short. Its time is held until you answer.',
    action: { label: 'Answer', to: paths.incomingRequests },
  }
}

type NextMeeting = NonNullable<HomeResponse['next_meeting']>

function toMeet({ person_name, start_utc }: NextMeeting, side: Side): NextTask {
  return {
    title: `${formatRelativeDay(start_utc)}, ${formatClock(start_utc)}`,
    detail: `You’re meeting ${person_name}. It’s free.`,
    action: { label: 'See the meeting', to: meetingsPath(side) },
  }
}

/** Where a person's accepted meetings are. */
export const meetingsPath = (side: Side) =>
  side === 'caretaker' ? paths.bookingsTab('upcoming') : paths.caregiverBookings

type MoveToAnswer = NonNullable<HomeResponse['move_to_answer']>

function toAnswerMove({ request_id, person_name, expires_at }: MoveToAnswer, side: Side): NextTask {
  return {
    title: `${person_name} proposes another time`,
    detail: `Answer by ${formatNearTime(expires_at)}. Until you accept, nothing changes.`,
    action: { label: 'See the proposal', to: bookingLink(request_id, side) },
  }
}

/** Where proposals to move visits wait: at the one booking, or in the list. */
export function movesPath({ request_id, count }: MoveToAnswer, side: Side): string {
  if (count === 1) return bookingLink(request_id, side)
  return side === 'caretaker' ? paths.bookingsTab('upcoming') : paths.caregiverBookings
}

export function describeMoves({ person_name, count }: MoveToAnswer): string {
  return count === 1 ? `${person_name} proposes another time` : `${count} to answer`
}

function toVisit(visit: NextVisit, side: Side): NextTask {
  const action = { label: 'See the booking', to: visitPath(visit, side) }
  if (isUnderWay(visit)) {
    return {
      title: `In progress until ${formatClock(visit.end_utc)}`,
      detail: `Your visit with ${visit.person_name}, since ${formatClock(visit.start_utc)}.`,
      action,
    }
  }
  return {
    title: `${formatRelativeDay(visit.start_utc)}, ${formatClock(visit.start_utc)}`,
    detail: `Your next visit, with ${visit.person_name}, until ${formatClock(visit.end_utc)}.`,
    action,
  }
}

/** Whether a visit that isn't over has begun. */
export function isUnderWay({ start_utc }: NextVisit): boolean {
  return toEpochMs(start_utc) <= now()
}

/**
 * The next visit or the next meeting, whichever begins first. One that is under way or begins within a day (`isSoon`)
 * matters more than what is over.
 */
function findNext({ next_visit: visit, next_meeting: meeting }: HomeResponse, side: Side) {
  const isMeetingFirst = meeting && (!visit || toEpochMs(meeting.start_utc) < toEpochMs(visit.start_utc))
  const first = isMeetingFirst ? meeting : visit
  if (!first) return null
  return {
    task: isMeetingFirst ? toMeet(meeting, side) : toVisit(first as NextVisit, side),
    isSoon: toEpochMs(first.start_utc) - now() < DAY_MS,
  }
}

function toReview(visit: NonNullable<HomeResponse['visit_to_review']>): NextTask {
  return {
    title: `How was your visit with ${visit.caregiver_name}?`,
    detail: 'A few words help other families choose.',
    action: { label: 'Write a review', to: paths.reviewBooking(visit.booking_id) },
  }
}

function toWait({ waiting_requests: count }: HomeResponse): NextTask {
  return {
    title: count === 1 ? 'Your request was sent' : `${count} requests were sent`,
    detail: 'We’ll let you know as soon as there’s an answer. You only pay once it’s accepted.',
    action: {
      label: count === 1 ? 'See the request' : 'See the requests',
      to: paths.bookingsTab('waiting'),
    },
  }
}

const awaitMeeting: NextTask = {
  title: 'You asked to meet a caregiver',
  detail: 'We’ll let you know as soon as there’s an answer. A meeting is free.',
  action: { label: 'See the meeting', to: paths.bookingsTab('waiting') },
}

const findCaregiver: NextTask = {
  title: 'Find your caregiver',
  detail: 'Choose someone you like, pick your times, and pay only once they accept.',
  action: { label: 'Find a Caregiver', to: paths.caregivers },
}

const awaitRequests: NextTask = {
  title: 'You’re listed',
  detail: 'Families can find and book you. The more hours you offer, the more requests you get.',
  action: { label: 'Add hours', to: paths.availability },
}

export function visitPath({ request_id }: NextVisit, side: Side): string {
  return bookingLink(request_id, side)
}

function bookingLink(requestId: number, side: Side): string {
  return side === 'caretaker' ? paths.booking(requestId) : paths.caregiverBooking(requestId)
}

/** How many requests wait for this side, meetings included. */
export const countDue = ({ open_requests, meetings_to_answer }: HomeResponse) =>
  open_requests.count + meetings_to_answer

/** `2 to pay`, `1 to answer`, `3 waiting`, `None open`. */
export function describeRequests(home: HomeResponse, side: Side): string {
  const due = countDue(home)
  if (due > 0) return `${due} to ${side === 'caretaker' ? 'pay' : 'answer'}`
  const waiting = countWaiting(home)
  return waiting > 0 ? `${waiting} waiting` : 'None open'
}

export function describeMeeting({ start_utc }: NextMeeting): string {
  return toSentence(formatNearTime(start_utc))
}

export function describeVisit(visit: NextVisit | null): string {
  if (!visit) return 'None booked'
  if (isUnderWay(visit)) return `In progress until ${formatClock(visit.end_utc)}`
  return toSentence(formatNearTime(visit.start_utc))
}

/** `today, 4:00 PM`, `tomorrow, 9:00 AM`, or `Tue, Jun 2, 9:00 AM`. */
function formatNearTime(instant: string): string {
  return `${formatNearDay(toEpochMs(instant))}, ${formatClock(instant)}`
}

const describeTimes = (windows: Parameters<typeof summarizeVisits>[0]) =>
  summarizeVisits(windows, { isNear: true })

const toSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function describeMessages({ unread_messages: count }: HomeResponse): string {
  return count > 0 ? plural(count, 'new message') : 'No new messages'
}
