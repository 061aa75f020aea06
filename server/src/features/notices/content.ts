import type { NotificationPayload, NotificationType } from '@tendwell/contract/chat/notifications'
import type { Interval, Zone } from '@tendwell/contract/time'

/** The action for someone who needs our team. */
export const CONTACT = { action_url: '/contact', action_text: 'Contact us' }

/** A line of an email's box. Visits are put into words only when it is sent, in the reader's zone. */
export type Fact = { label: string; text: string } | { label: string; visits: Interval[]; zone: Zone }

/**
 * One text for both channels: the bell shows the payload, and the email repeats its message and action, with
 * facts. It names people by `markName`. The type decides which setting switches it off.
 */
export type NoticeContent = {
  type: NotificationType
  payload: NotificationPayload & { message: string }
  /** Whom the text names besides the payload's fields of names. */
  alsoNamed?: number[]
  /** The email's subject, without any text of a user; null to send no email. */
  subject: string | null
  /** What the email lists below the message. */
  facts?: Fact[]
  /** The paid request whose bookings come with the email as a calendar file. */
  calendarOf?: number
  /** When bank details changed: the email then links to "This wasn't me", which the bell doesn't show. */
  bankChangedAt?: string
}
