import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { formatHours } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { NoticeContent } from '../../notices/index.ts'
import { ON_ITS_WAY, toCareFacts, toRequestPayload, toVisitFacts } from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/** Tells the caregiver that a family sent a request. */
export function renderRequestCreated(request: RequestDetails): NoticeContent {
  return {
    type: 'booking_request_created',
    subject: 'A family would like to book you',
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.familyName} sent you a booking request for ${formatHours(request.totalHours)} (${formatUsd(request.priceCents)}).`,
      action_url: paths.incomingRequests,
      action_text: 'View request',
    },
    facts: [...toVisitFacts(request, 'caregiver'), ...toCareFacts(request, 'caregiver')],
  }
}

/** Tells the family that the caregiver accepted or rejected the request. */
export function renderStatusChanged(request: RequestDetails, status: 'accepted' | 'rejected'): NoticeContent {
  const isAccepted = status === 'accepted'
  return {
    type: 'booking_status_changed',
    subject: `Your request was ${status}`,
    payload: {
      ...toRequestPayload(request),
      status,
      message: isAccepted
        ? `${request.caregiverName} accepted your request. Pay soon to secure your booking. The first family to pay gets these times.`
        : `${request.caregiverName} rejected your request. You weren't charged.`,
      action_url: isAccepted ? paths.checkout(request.requestId) : paths.requests,
      action_text: isAccepted ? 'Complete payment' : 'View your requests',
    },
    facts: isAccepted
      ? toVisitFacts(request, 'caretaker', { label: 'To pay', cents: request.priceCents })
      : toVisitFacts(request, 'caretaker', null),
  }
}

/** Why a request was closed, as the family reads it, by the name of the caregiver. */
const CLOSING_MESSAGES: Record<RejectionCause, (name: string) => string> = {
  caregiver: (name) => `${name} rejected your request.`,
  withdrawn: (name) => `Your request to ${name} was withdrawn.`,
  conflict: (name: string) => `These times with ${name} are no longer available, so we closed your request.`,
  expired: (name: string) => `Your request to ${name} expired because its start time has passed.`,
  unavailable: (name: string) => `${name} is no longer available at these times, so we closed your request.`,
}

/**
 * Tells the family that the system closed the request.
 * @param isRefunded whether the family paid for it and gets the money back
 * @see docs/rules/bookings.md#losing-the-race
 */
export function renderAutoRejected(request: RequestDetails, isRefunded: boolean): NoticeContent {
  const refund = isRefunded
    ? `We're refunding your payment of ${formatUsd(request.priceCents)} in full.`
    : "You weren't charged."
  const { rejectionCause: cause } = request
  const describeClosing = CLOSING_MESSAGES[cause ?? 'conflict']
  return {
    type: 'booking_auto_rejected',
    subject: "We couldn't complete your request",
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${describeClosing(request.caregiverName)} ${refund}`,
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
  return {
    type: 'booking_canceled',
    subject: 'A booking request was withdrawn',
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${request.familyName}'s request was withdrawn. You don't need to do anything.`,
      action_url: paths.incomingRequests,
      action_text: 'View your requests',
    },
    facts: toVisitFacts(request, 'caregiver', null),
  }
}
