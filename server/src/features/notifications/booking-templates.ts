import type { Side } from '@tendwell/contract/accounts'
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import type { RequestDetails } from '../bookings/index.ts'
import type { NotificationContent } from './notification-content.ts'

function toRequestPayload(request: RequestDetails) {
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

/** To the caregiver: a family sent a request. */
export function renderRequestCreated(request: RequestDetails): NotificationContent {
  const hours = `${request.totalHours} ${request.totalHours === 1 ? 'hour' : 'hours'}`
  return {
    type: 'booking_request_created',
    subject: `${request.caretakerName} would like to book you`,
    payload: {
      ...toRequestPayload(request),
      status: 'submitted',
      message: `${request.caretakerName} sent you a booking request for ${hours} (${formatUsd(request.priceCents)}).`,
      action_url: '/requests/incoming',
      action_text: 'View request',
    },
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
    subject: `${request.caregiverName} ${status} your request`,
    payload: {
      ...toRequestPayload(request),
      status,
      message: isAccepted
        ? `${request.caregiverName} accepted your request. Pay soon to secure your booking. The first family to pay gets these times.`
        : `${request.caregiverName} rejected your request. You weren't charged.`,
      action_url: isAccepted ? `/checkout/${request.requestId}` : '/requests',
      action_text: isAccepted ? 'Complete payment' : 'View your requests',
    },
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
      action_url: to === 'caregiver' ? '/caregiver/bookings' : '/bookings',
      action_text: 'View booking',
    },
  }
}

const CLOSED_MESSAGES = {
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
  const closed = CLOSED_MESSAGES[cause === null || cause === 'caregiver' ? 'conflict' : cause]
  return {
    type: 'booking_auto_rejected',
    subject: `We couldn't complete your request to ${request.caregiverName}`,
    payload: {
      ...toRequestPayload(request),
      status: 'rejected',
      message: `${closed(request.caregiverName)} ${refund}`,
      action_url: '/requests',
      action_text: 'View your requests',
    },
  }
}

/** To the caregiver: a family reviewed a booking. */
export function renderReviewReceived(review: {
  bookingId: number
  caregiverId: number
  caretakerName: string
  rating: number
}): NotificationContent {
  return {
    type: 'review_received',
    subject: `${review.caretakerName} left you a review`,
    payload: {
      booking_id: review.bookingId,
      caretaker_name: review.caretakerName,
      rating: review.rating,
      message: `${review.caretakerName} rated your care ${review.rating}/5.`,
      action_url: `/caregivers/${review.caregiverId}`,
      action_text: 'View your reviews',
    },
  }
}
