import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { toSearchPath } from '@tendwell/contract/bookings/search-path'
import { formatHours } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import { type Fact, type NoticeContent, namePlaceholder } from '../../notices/index.ts'
import {
  ON_ITS_WAY,
  toCareFacts,
  toDeadlineFact,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
  WAITING_REQUESTS,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

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
      message: `${request.familyName} sent you a booking request for ${formatHours(request.totalHours)} (${formatUsd(request.priceCents)}).`,
      action_url: paths.incomingRequests,
      action_text: 'View request',
    },
    facts: toRequestFacts(request),
  }
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
      message: `${request.familyName} is still waiting for your answer to a request for ${formatHours(request.totalHours)} (${formatUsd(request.priceCents)}). A quick no helps them too.`,
      action_url: paths.incomingRequests,
      action_text: 'Answer the request',
    },
    facts: toRequestFacts(request),
  }
}

/**
 * Offers a family other caregivers for a request without an answer.
 * @param substituteIds caregivers who are free at these times
 */
export function renderOthersOffered(
  request: RequestDetails,
  substituteIds: readonly number[],
): NoticeContent {
  const hasOthers = substituteIds.length > 0
  const { windows, visitDetailsFor } = request
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_status_changed',
    subject: `No answer from ${name} yet: who else is free for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.caregiverName} hasn’t answered yet. Your request stays open. ${
        hasOthers
          ? 'Other caregivers near you are free at these times, and you can ask them too.'
          : 'You can also look for someone else who is free at these times.'
      }`,
      action_url: hasOthers ? WAITING_REQUESTS : toSearchPath(windows[0], visitDetailsFor.caretaker.address),
      action_text: hasOthers ? 'See who is free' : 'Find another caregiver',
    },
    alsoNamed: [...substituteIds],
    facts: [
      ...toVisitFacts(request, 'caretaker', null),
      toDeadlineFact('Can be answered until', request),
      ...(hasOthers ? [{ label: 'Also free', text: substituteIds.map(namePlaceholder).join(', ') }] : []),
    ],
  }
}

/**
 * Tells the family that the caregiver accepted or rejected the request. The bell shows the status in the
 * specified word.
 */
export function renderStatusChanged(request: RequestDetails, status: 'accepted' | 'rejected'): NoticeContent {
  const isAccepted = status === 'accepted'
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_status_changed',
    subject: `${name} ${isAccepted ? 'accepted' : 'declined'} your request for ${day}`,
    payload: {
      ...toRequestPayload(request),
      status,
      message: isAccepted
        ? `${request.caregiverName} accepted your request. Pay soon to secure your booking. The first family to pay gets these times.`
        : `${request.caregiverName} rejected your request. ${NOT_CHARGED}`,
      action_url: isAccepted ? paths.checkout(request.requestId) : paths.requests,
      action_text: isAccepted ? 'Complete payment' : 'View your requests',
    },
    ...(!isAccepted && { mailMessage: `${request.caregiverName} can’t take this request. ${NOT_CHARGED}` }),
    facts: isAccepted
      ? [
          ...toVisitFacts(request, 'caretaker', { label: 'To pay', cents: request.priceCents }),
          toDeadlineFact('Pay by', request),
        ]
      : toVisitFacts(request, 'caretaker', null),
  }
}

/**
 * Why a request was closed, as the family reads it: in the message by the name of the caregiver, in the subject
 * also by the day or days.
 */
const CLOSINGS: Record<
  RejectionCause,
  { subject: (name: string, day: string) => string; message: (name: string) => string }
> = {
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
    message: (name) => `Your request to ${name} expired because its start time has passed.`,
  },
  unavailable: {
    subject: (name, day) => `${name} is no longer available for ${day}`,
    message: (name) => `${name} is no longer available at these times, so we closed your request.`,
  },
}

/**
 * Tells the family that the system closed the request.
 * @param isRefunded whether the family paid for it and gets the money back
 * @see docs/rules/bookings.md#losing-the-race
 */
export function renderAutoRejected(request: RequestDetails, isRefunded: boolean): NoticeContent {
  const refund = isRefunded
    ? `We’re refunding your payment of ${formatUsd(request.priceCents)} in full.`
    : NOT_CHARGED
  const closing = CLOSINGS[request.rejectionCause ?? 'conflict']
  const { name, day } = toSubjectWords(request, 'caretaker')
  return {
    type: 'booking_auto_rejected',
    subject: closing.subject(name, day),
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${closing.message(request.caregiverName)} ${refund}`,
      action_url: paths.requests,
      action_text: 'View your requests',
    },
    facts: toVisitFacts(
      request,
      'caretaker',
      isRefunded ? { label: ON_ITS_WAY, cents: request.priceCents } : null,
    ),
  }
}

/**
 * Tells the caregiver that a request was withdrawn: the family took it back, closed its account before it
 * paid, or blocked the caregiver.
 */
export function renderRequestWithdrawn(request: RequestDetails): NoticeContent {
  const { name, day } = toSubjectWords(request, 'caregiver')
  return {
    type: 'booking_canceled',
    subject: `${name}’s request for ${day} was withdrawn`,
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${request.familyName}’s request was withdrawn. You don’t need to do anything.`,
      action_url: paths.incomingRequests,
      action_text: 'View your requests',
    },
    facts: toVisitFacts(request, 'caregiver', null),
  }
}
