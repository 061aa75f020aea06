import type { RejectionCause } from '@tendwell/contract/bookings'
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import type { NotificationPayload, NotificationType } from '@tendwell/contract/notifications'

/** What a person is told: the same words in the bell and in the mail. */
export type Notice = {
  type: NotificationType
  payload: NotificationPayload & { message: string }
  /** The mail's subject; a notice without one is not mailed. */
  subject: string | null
}

/** What the texts need of a request. Amounts are US cents, windows wall time in `timezone`. */
export type RequestForNotice = {
  requestId: number
  caregiverName: string
  caretakerName: string
  timezone: string
  windows: { date: string; start: string; end: string; hours: number }[]
  totalHours: number
  priceCents: number
  /** Why it is closed, once it is. */
  rejectionCause: RejectionCause | null
}

function requestPayload(request: RequestForNotice) {
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

/** To the caregiver: a family asks for her. */
export function requestCreated(request: RequestForNotice): Notice {
  return {
    type: 'booking_request_created',
    subject: `${request.caretakerName} would like to book you`,
    payload: {
      ...requestPayload(request),
      status: 'submitted',
      message: `${request.caretakerName} sent you a booking request for ${request.totalHours} hours (${formatUsd(request.priceCents)}).`,
      action_url: '/requests/incoming',
      action_text: 'See the request',
    },
  }
}

/** To the family: the caregiver has answered. */
export function statusChanged(request: RequestForNotice, status: 'accepted' | 'rejected'): Notice {
  const accepted = status === 'accepted'
  return {
    type: 'booking_status_changed',
    subject: `${request.caregiverName} has ${status} your request`,
    payload: {
      ...requestPayload(request),
      status,
      message: accepted
        ? `${request.caregiverName} has accepted your request. Pay now to make the booking yours: hours go to the first family that pays.`
        : `${request.caregiverName} has rejected your request. Nothing was charged.`,
      action_url: accepted ? `/checkout/${request.requestId}` : '/requests',
      action_text: accepted ? 'Complete payment' : 'See your requests',
    },
  }
}

/** To both: the booking is paid and stands. */
export function bookingConfirmed(request: RequestForNotice, to: 'caregiver' | 'caretaker'): Notice {
  const amount = formatUsd(request.priceCents)
  return {
    type: 'booking_confirmed',
    subject: 'Your booking is confirmed',
    payload: {
      ...requestPayload(request),
      status: 'confirmed',
      message:
        to === 'caregiver'
          ? `${request.caretakerName} has paid ${amount}. Your booking of ${request.totalHours} hours is confirmed.`
          : `Your payment of ${amount} has arrived. Your booking with ${request.caregiverName} is confirmed.`,
      action_url: to === 'caregiver' ? '/caregiver/bookings' : '/bookings',
      action_text: 'See the booking',
    },
  }
}

/** Why a request was closed by itself, and what its family can do. */
const CLOSED_BECAUSE = {
  conflict: (name: string) => `These hours with ${name} are no longer free, so your request was closed.`,
  expired: (name: string) => `These hours with ${name} have begun unpaid, so your request was closed.`,
  unavailable: (name: string) => `${name} no longer offers these hours, so your request was closed.`,
}

/** To the family whose request was closed by itself. @param paid whether its own money is on its way back */
export function autoRejected(request: RequestForNotice, paid: boolean): Notice {
  const refund = paid
    ? ` Your payment of ${formatUsd(request.priceCents)} is being refunded in full.`
    : ' Nothing was charged.'
  const { rejectionCause: cause } = request
  const because = CLOSED_BECAUSE[cause === null || cause === 'caregiver' ? 'conflict' : cause]
  return {
    type: 'booking_auto_rejected',
    subject: `Your request to ${request.caregiverName} could not be booked`,
    payload: {
      ...requestPayload(request),
      status: 'rejected',
      message: `${because(request.caregiverName)}${refund}`,
      action_url: '/requests',
      action_text: 'See your requests',
    },
  }
}

/** To each admin: somebody waits for verification. */
export function caregiverSignedUp(caregiverName: string): Notice {
  return {
    type: 'caregiver_signup',
    subject: null,
    payload: {
      caregiver_name: caregiverName,
      message: `${caregiverName} has joined as a caregiver and waits for verification.`,
      action_url: '/admin',
      action_text: 'Review',
    },
  }
}

/** To the caregiver: what an admin has decided about her profile. */
export function verificationChanged(
  status: 'verified' | 'rejected' | 'flagged',
  reason: string | null,
): Notice {
  const message = {
    verified: 'Your profile is verified. Families can find you as soon as you open your first hours.',
    rejected: `Your profile was not verified. Reason: ${reason ?? 'not given'}`,
    flagged: 'Your profile is under review. We will let you know as soon as we have looked at it.',
  }[status]
  const subject = {
    verified: 'You are verified',
    rejected: 'Your profile was not verified',
    flagged: 'Your profile is under review',
  }[status]
  return {
    type: `caregiver_${status}`,
    subject,
    payload: {
      status,
      message,
      action_url: status === 'verified' ? '/caregiver/availability' : '/caregiver/profile',
      action_text: status === 'verified' ? 'Set Availability' : 'See your profile',
    },
  }
}

/** To each admin: something about the money needs a person. */
export function moneyAlert(message: string): Notice {
  return {
    type: 'money_alert',
    subject: 'The money needs a look',
    payload: { message, action_url: '/admin', action_text: 'Open the console' },
  }
}

/** To somebody whose profile still lacks what families or caregivers look for. */
export function profileReminder(role: 'caregiver' | 'caretaker'): Notice {
  const purpose = {
    caregiver: 'to be found by the right families',
    caretaker: 'for caregivers to know whom they will care for',
  }[role]
  return {
    type: 'profile_setup_reminder',
    subject: 'Complete your profile',
    payload: {
      message: `Your profile is not complete yet. A few minutes are enough ${purpose}.`,
      action_url: `/${role}/profile`,
      action_text: 'Complete your profile',
    },
  }
}

/** What the texts need of a message; what was written stays in the chat. */
type MessageForNotice = {
  conversationId: number
  senderSide: 'caretaker' | 'caregiver'
  caretakerName: string
  caregiverName: string
}

const senderName = (message: MessageForNotice) =>
  message.senderSide === 'caretaker' ? message.caretakerName : message.caregiverName

/** To who was written to. Its mail comes only when they stay away (decisions §7). */
export function messageSent(message: MessageForNotice, isFirst: boolean): Notice {
  const name = senderName(message)
  return {
    type: isFirst ? 'chat_first_message' : 'chat_message',
    subject: null,
    payload: {
      caretaker_name: message.caretakerName,
      caregiver_name: message.caregiverName,
      message: isFirst ? `${name} has written to you for the first time.` : `${name} has sent you a message.`,
      action_url: `/chat?conversationId=${message.conversationId}`,
      action_text: 'Read and answer',
    },
  }
}

/** The mail about a conversation: one, however many messages wait in it. */
export function messagesWaiting(
  message: MessageForNotice,
  unread: number,
): { subject: string; text: string; path: string; label: string } {
  const name = senderName(message)
  return {
    subject: `${name} has written to you`,
    text: `${unread === 1 ? 'A message' : `${unread} messages`} from ${name} ${unread === 1 ? 'waits' : 'wait'} for you.`,
    path: `/chat?conversationId=${message.conversationId}`,
    label: 'Read and answer',
  }
}
