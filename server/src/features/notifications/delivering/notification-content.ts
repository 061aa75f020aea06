import type { NotificationPayload, NotificationType } from '@tendwell/contract/chat/notifications'
import type { Fact } from './mail-facts.ts'

/** The action for someone who needs our team. */
export const CONTACT = { action_url: '/contact', action_text: 'Contact us' }

/** The payload's fields that hold one name each. */
export const NAME_FIELDS = ['caretaker_name', 'caregiver_name', 'admin_name'] as const

/**
 * One text for both channels: the bell shows the payload, and the email repeats its message and action, with
 * facts.
 */
export type NotificationContent = {
  type: NotificationType
  payload: NotificationPayload & { message: string }
  /** The email's subject, without any text of a user; null to send no email. */
  subject: string | null
  /** What the email lists below the message. */
  facts?: Fact[]
  /** The paid request whose bookings come with the email as a calendar file. */
  calendarOf?: number
  /** When bank details changed: the email then links to "This wasn't me", which the bell doesn't show. */
  bankChangedAt?: string
}
