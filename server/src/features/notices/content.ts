import type { NotificationPayload, NotificationType } from '@tendwell/contract/chat/notifications'
import { paths } from '@tendwell/contract/routes'
import type { Interval, Zone } from '@tendwell/contract/time'

/** The button of a notice whose reader should write to support. */
export const CONTACT = { action_url: paths.contact, action_text: 'Contact us' }

/**
 * A line of the box of facts in an email. Visits and deadlines become text only when the email is sent, because
 * times are given in the zone of its reader.
 */
export type Fact =
  /** `link` leads to a path of ours. `isApart`: in a box of its own, with the link as a button. */
  | { label: string; text: string; link?: { label: string; path: string }; isApart?: boolean }
  | { label: string; visits: Interval[]; zone: Zone }
  /** Until when the reader can act, in epoch ms. */
  | { label: string; deadlineMs: number; zone: Zone }

/** The visits of a paid request, or a meeting that was accepted. */
export type CalendarSubject = { requestId: number } | { meetingId: number }

/**
 * The text of a notice for both channels: the bell shows the payload, and the email repeats the payload's
 * message and action, with facts. It names people by `namePlaceholder`. `type` decides which setting switches
 * the notice off.
 */
export type NoticeContent = {
  type: NotificationType
  payload: NotificationPayload & { message: string }
  /** The ids of those whom the text names, except in `caretaker_name`, `caregiver_name` and `admin_name`. */
  alsoNamed?: number[]
  /**
   * The email's subject; null to send no email. It may have `firstNamePlaceholder`s and `VISIT_DAY`, but no other
   * text of a user.
   */
  subject: string | null
  /**
   * What the email says in place of the bell's message, where the bell's words are prescribed or the email says more.
   * An empty line begins a new paragraph.
   */
  mailMessage?: string
  /** A paragraph of the email alone, after the message. */
  mailMore?: string
  /** What the email lists below the message. */
  facts?: Fact[]
  /** What is attached to the email as a calendar file. */
  calendarOf?: CalendarSubject
  /**
   * The id of a request. The email gives the phone number of its other side, if the reader may see it when the
   * email is sent.
   */
  phoneOf?: number
  /** The id of a meeting that is ahead. The email says how the two meet, as far as the reader may see that then. */
  meetingOf?: number
  /** Another thing that the reader of the email can do. `path` is one of ours. */
  secondAction?: { label: string; path: string }
  /**
   * When bank details changed, as an ISO instant; only in notices about that. The email then has a link "This
   * wasn't me", which the bell doesn't show.
   */
  bankChangedAt?: string
}
