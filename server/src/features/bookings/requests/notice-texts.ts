import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { describeRejectReason } from '@tendwell/contract/bookings/reject-reasons'
import { formatHours, formatInstant } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { Zone } from '@tendwell/contract/time'
import type { Fact, NoticeContent } from '../../notices/index.ts'
import {
  toCareFacts,
  toComingRefund,
  toDeadlineFact,
  toIncomingRequest,
  toRequestPayload,
  toSeriesWords,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'
import { type Offer, toOfferParts } from '../substitutes/offer.ts'

const NOT_CHARGED = 'You weren’t charged.'

/** Tells the caregiver that a family sent a request. */
export function renderRequestCreated(request: RequestDetails): NoticeContent {
  const { name, day } = toSubjectWords(request, 'caregiver')
  return {
    type: 'booking_request_created',
    subject: `${name} would like to book you for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.familyName} sent you a booking request for ${toWish(request)}.`,
      action_url: toIncomingRequest(request),
      action_text: 'View request',
    },
    facts: toRequestFacts(request),
  }
}

/** `4 hours ($160.00)`, or `3 weekly visits, 12 hours in all ($480.00)`. */
function toWish(request: RequestDetails): string {
  const series = toSeriesWords(request)
  const hours = series ? `${series.visits}, ${series.length}` : formatHours(request.totalHours)
  return `${hours} (${formatUsd(request.priceCents)})`
}

/** What a caregiver who has to answer reads of a request. */
function toRequestFacts(request: RequestDetails): Fact[] {
  return [
    ...toVisitFacts(request, 'caregiver'),
    toDeadlineFact('Answer by', request),
    ...toCareFacts(request, 'caregiver'),
  ]
}

/** Reminds the caregiver of a request without an answer. */
export function renderUnansweredReminder(request: RequestDetails): NoticeContent {
  const { name, day } = toSubjectWords(request, 'caregiver')
  return {
    type: 'booking_request_created',
    subject: `Waiting for your answer: ${name}, ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `Your answer to ${request.familyName} is still missing: they asked for ${toWish(request)}. A quick no helps them too.`,
      action_url: toIncomingRequest(request),
      action_text: 'Answer the request',
    },
    facts: toRequestFacts(request),
  }
}

/** Offers a family other caregivers for a request without an answer. */
export function renderOthersOffered(request: RequestDetails, offer: Offer): NoticeContent {
  const { sentence, action, facts, alsoNamed } = toOfferParts(offer)
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_status_changed',
    subject:
      offer.substitutes.length > 0
        ? `No answer from ${name} yet: who else is free for ${day}`
        : `No answer from ${name} yet for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.caregiverName} hasn’t answered yet. Your request stays open. ${sentence}`,
      ...action,
    },
    alsoNamed,
    facts: [
      ...toVisitFacts(request, 'caretaker', null),
      toDeadlineFact('Can be answered until', request),
      ...facts,
    ],
  }
}

/**
 * Tells the family that the caregiver accepted the request.
 * @param zone the reader's; null for the zone of the request
 */
export function renderAccepted(request: RequestDetails, zone: Zone | null = null): NoticeContent {
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_status_changed',
    subject: `${name} accepted your request for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'accepted',
      message: `${request.caregiverName} accepted your request${describeHold(request, zone ?? request.timezone)}`,
      action_url: paths.checkout(request.requestId),
      action_text: 'Complete payment',
    },
    facts: [
      ...toVisitFacts(request, 'caretaker', { label: 'To pay', cents: request.priceCents }),
      request.heldUntil
        ? { label: 'Held until', deadlineMs: request.heldUntil.getTime(), zone: request.timezone }
        : toDeadlineFact('Pay by', request),
    ],
  }
}

/** Why the family should pay an accepted request soon. */
function describeHold({ heldUntil }: RequestDetails, zone: Zone): string {
  if (!heldUntil) return '. Pay soon to secure your booking. The first family to pay gets these times.'
  return ` and holds these hours for you until ${formatInstant(heldUntil.getTime(), zone)}. Pay by then to be sure of them.`
}

/**
 * Tells the family that the caregiver rejected the request, and why if they said so. Without a reason, the bell
 * shows the status in the specified word.
 * @param offer other caregivers for these times; null if they need none
 */
export function renderRejected(request: RequestDetails, offer: Offer | null): NoticeContent {
  const { caregiverName, rejectReason } = request
  const why = rejectReason && describeRejectReason(caregiverName, rejectReason)
  const { name, day } = toSubjectWords(request, 'caretaker')
  const { sentences, action, facts, alsoNamed } = toNextParts(offer)
  return {
    type: 'booking_status_changed',
    subject: `${name} declined your request for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: [why ?? `${caregiverName} rejected your request.`, NOT_CHARGED, ...sentences].join(' '),
      ...action,
    },
    mailMessage: [why ?? `${caregiverName} can’t take this request.`, NOT_CHARGED, ...sentences].join(' '),
    alsoNamed,
    facts: [...toVisitFacts(request, 'caretaker', null), ...facts],
  }
}

/** What a family can do about a closed request: ask others if they are offered, otherwise see its requests. */
function toNextParts(offer: Offer | null) {
  if (!offer) {
    const action = { action_url: paths.requests, action_text: 'View your requests' }
    return { sentences: [], action, facts: [], alsoNamed: [] }
  }
  const { sentence, ...parts } = toOfferParts(offer)
  return { ...parts, sentences: [sentence] }
}

type Closing = { subject: (name: string, day: string) => string; message: (name: string) => string }

/** Like `CLOSINGS`, of a request that expired before the caregiver answered. */
const UNANSWERED: Closing = {
  subject: (name, day) => `${name} didn’t answer your request for ${day} in time`,
  message: (name) => `${name} didn’t answer in time, so we closed your request.`,
}

/**
 * Why a request was closed, as the family reads it: in the message by the name of the caregiver, in the subject
 * also by the day or days.
 */
const CLOSINGS: Record<RejectionCause, Closing> = {
  caregiver: {
    subject: (name, day) => `${name} declined your request for ${day}`,
    message: (name) => `${name} declined your request.`,
  },
  withdrawn: {
    subject: (name, day) => `Your request to ${name} for ${day} was withdrawn`,
    message: (name) => `Your request to ${name} was withdrawn.`,
  },
  conflict: {
    subject: (name, day) => `${name} is no longer free for ${day}`,
    message: (name) => `These times with ${name} are no longer available, so we closed your request.`,
  },
  expired: {
    subject: (name, day) => `Your request to ${name} for ${day} has expired`,
    message: (name) => `Your request to ${name} expired because it wasn’t paid before its start.`,
  },
  unavailable: {
    subject: (name, day) => `${name} is no longer available for ${day}`,
    message: (name) => `${name} is no longer available at these times, so we closed your request.`,
  },
}

/**
 * Tells the family that the system closed the request.
 * @param isRefunded whether the family paid for it and gets the money back
 * @param offer other caregivers for these times; null if they need none
 * @see docs/rules/bookings.md#losing-the-race
 */
export function renderAutoRejected(
  request: RequestDetails,
  isRefunded: boolean,
  offer: Offer | null,
): NoticeContent {
  const refund = isRefunded
    ? `We’re refunding your payment of ${formatUsd(request.priceCents)} in full.`
    : NOT_CHARGED
  const cause = request.rejectionCause ?? 'conflict'
  const closing = cause === 'expired' && !request.isAnswered ? UNANSWERED : CLOSINGS[cause]
  const { sentences, action, facts, alsoNamed } = toNextParts(offer)
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_auto_rejected',
    subject: closing.subject(name, day),
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: [closing.message(request.caregiverName), refund, ...sentences].join(' '),
      ...action,
    },
    alsoNamed,
    facts: [
      ...toVisitFacts(request, 'caretaker', isRefunded ? toComingRefund(request.priceCents) : null),
      ...facts,
    ],
  }
}

/**
 * Tells the caregiver that a request was withdrawn: the family took it back, closed its account before it
 * paid, or blocked the caregiver.
 * @param isBookedElsewhere whether the family has booked someone else for these times
 */
export function renderRequestWithdrawn(request: RequestDetails, isBookedElsewhere = false): NoticeContent {
  const { name, day } = toSubjectWords(request, 'caregiver')
  return {
    type: 'booking_canceled',
    subject: `${name}’s request for ${day} was withdrawn`,
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: isBookedElsewhere
        ? `${request.familyName} booked someone else for these times, so we withdrew their request. Thank you for ${request.isAnswered ? 'accepting it' : 'considering it'}.`
        : `${request.familyName}’s request was withdrawn. You don’t need to do anything.`,
      action_url: paths.incomingRequests,
      action_text: 'View your requests',
    },
    facts: toVisitFacts(request, 'caregiver', null),
  }
}
