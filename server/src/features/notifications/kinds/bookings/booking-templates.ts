import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { formatHours } from '@tendwell/contract/format'
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { RequestDetails } from '../../../bookings/index.ts'
import { ON_ITS_WAY, toAboutFacts, toVisitFacts } from '../../delivering/mail-facts.ts'
import type { NotificationContent } from '../../delivering/notification-content.ts'

export function toRequestPayload(request: RequestDetails) {
  return {
    request_id: request.requestId,
    caregiver_name: request.caregiverName,
    caretaker_name: request.caretakerName,
    timezone: request.timezone,
    windows: request.windows,
    total_hours: request.totalHours,
    total_price_usd: usdFromCents(request.priceCents),
  }
}

export const getBookingPath = ({ requestId }: RequestDetails, to: Side) =>
  to === 'caregiver' ? `/caregiver/bookings/${requestId}` : `/bookings/${requestId}`

/** To the caregiver: a family sent a request. */
export function renderRequestCreated(request: RequestDetails): NotificationContent {
  return {
    type: 'booking_request_created',
    subject: 'A family would like to book you',
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.caretakerName} sent you a booking request for ${formatHours(request.totalHours)} (${formatUsd(request.priceCents)}).`,
      action_url: '/requests/incoming',
      action_text: 'View request',
    },
    facts: [...toVisitFacts(request, 'caregiver'), ...toAboutFacts(request, 'caregiver')],
  }
}

/** To the family: the caregiver accepted or rejected the request. */
export function renderStatusChanged(
  request: RequestDetails,
  status: 'accepted' | 'rejected',
): NotificationContent {
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
      action_url: isAccepted ? `/checkout/${request.requestId}` : '/requests',
      action_text: isAccepted ? 'Complete payment' : 'View your requests',
    },
    facts: isAccepted
      ? toVisitFacts(request, 'caretaker', { label: 'To pay', cents: request.priceCents })
      : toVisitFacts(request, 'caretaker', null),
  }
}

/** To both sides: the booking is paid. */
export function renderBookingConfirmed(request: RequestDetails, to: Side): NotificationContent {
  const amount = formatUsd(request.priceCents)
  return {
    type: 'booking_confirmed',
    subject: 'Your booking is confirmed',
    payload: {
      ...toRequestPayload(request),
      status: 'confirmed',
      message:
        to === 'caregiver'
          ? `${request.caretakerName} paid ${amount}. Your ${request.totalHours}-hour booking is confirmed.`
          : `We received your payment of ${amount}. Your booking with ${request.caregiverName} is confirmed.`,
      action_url: getBookingPath(request, to),
      action_text: 'View booking',
    },
    facts: [
      ...toVisitFacts(request, to, {
        label: to === 'caregiver' ? 'Price' : 'Paid',
        cents: request.priceCents,
      }),
      ...toAboutFacts(request, to),
    ],
    calendarOf: request.requestId,
  }
}

/** By rejection cause, to the family. */
const CLOSED_MESSAGES: Record<RejectionCause, (name: string) => string> = {
  caregiver: (name) => `${name} rejected your request.`,
  withdrawn: (name) => `Your request to ${name} was withdrawn.`,
  conflict: (name: string) => `These times with ${name} are no longer available, so we closed your request.`,
  expired: (name: string) => `Your request to ${name} expired because its start time has passed.`,
  unavailable: (name: string) => `${name} is no longer available at these times, so we closed your request.`,
}

/**
 * To the family: the system closed the request.
 * @param isRefunded whether the family paid for it and gets the money back
 * @see docs/rules/bookings.md#losing-the-race
 */
export function renderAutoRejected(request: RequestDetails, isRefunded: boolean): NotificationContent {
  const refund = isRefunded
    ? `We're refunding your payment of ${formatUsd(request.priceCents)} in full.`
    : "You weren't charged."
  const { rejectionCause: cause } = request
  const closed = CLOSED_MESSAGES[cause ?? 'conflict']
  return {
    type: 'booking_auto_rejected',
    subject: "We couldn't complete your request",
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${closed(request.caregiverName)} ${refund}`,
      action_url: '/requests',
      action_text: 'View your requests',
    },
    facts: toVisitFacts(
      request,
      'caretaker',
      isRefunded ? { label: ON_ITS_WAY, cents: request.priceCents } : null,
    ),
  }
}

/** To the caregiver: the family withdrew its request, closed its account before it paid, or blocked them. */
export function renderRequestWithdrawn(request: RequestDetails): NotificationContent {
  return {
    type: 'booking_canceled',
    subject: 'A booking request was withdrawn',
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${request.caretakerName}'s request was withdrawn. You don't need to do anything.`,
      action_url: '/requests/incoming',
      action_text: 'View your requests',
    },
    facts: toVisitFacts(request, 'caregiver', null),
  }
}

/** To a family with bookings ahead: the caregiver is under review. */
export function renderCaregiverUnderReview(request: RequestDetails): NotificationContent {
  return {
    type: 'caregiver_under_review',
    subject: 'A caregiver you booked is under review',
    payload: {
      ...toRequestPayload(request),
      message: `We're reviewing ${request.caregiverName}'s profile. Your booking is still on. If you'd rather not wait, you can cancel it for a full refund until it starts.`,
      action_url: getBookingPath(request, 'caretaker'),
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, 'caretaker'),
  }
}

/** To the caregiver: a family reviewed a booking. @param booking its only window is the reviewed one */
export function renderReviewReceived(
  review: { bookingId: number; rating: number },
  booking: RequestDetails,
): NotificationContent {
  const { caretakerName, caregiverId } = booking
  return {
    type: 'review_received',
    subject: 'You have a new review',
    payload: {
      booking_id: review.bookingId,
      caretaker_name: caretakerName,
      rating: review.rating,
      message: `${caretakerName} rated your care ${review.rating}/5.`,
      action_url: `/caregivers/${caregiverId}`,
      action_text: 'View your reviews',
    },
    facts: [...toVisitFacts(booking, 'caregiver', null), { label: 'Rating', text: `${review.rating}/5` }],
  }
}
