import type { Notification, NotificationType } from '@tendwell/contract/notifications'
import {
  AlarmClock,
  BadgeCheck,
  CalendarCheck,
  CalendarPlus,
  CalendarX,
  CircleX,
  Flag,
  type LucideIcon,
  MailCheck,
  MessageCircle,
  Scale,
  Star,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'
import { formatDay, formatWindow } from '../../lib/format.ts'
import type { Role } from '../../lib/session.ts'
import { placeOf } from './place-of.ts'

type Tone = 'sage' | 'gold' | 'clay'

/** What a kind of notification looks like, and what it says where the server says nothing. */
const looks: Record<NotificationType, { icon: LucideIcon; tone: Tone; text: string }> = {
  booking_request_created: { icon: CalendarPlus, tone: 'gold', text: 'You have a new booking request.' },
  booking_status_changed: { icon: MailCheck, tone: 'sage', text: 'Your booking request has been answered.' },
  booking_confirmed: { icon: CalendarCheck, tone: 'sage', text: 'Your booking is confirmed.' },
  booking_auto_rejected: {
    icon: CalendarX,
    tone: 'clay',
    text: 'A request was closed: its hours are taken.',
  },
  chat_first_message: { icon: MessageCircle, tone: 'sage', text: 'Somebody has written to you.' },
  chat_message: { icon: MessageCircle, tone: 'sage', text: 'You have a new message.' },
  profile_setup_reminder: { icon: AlarmClock, tone: 'gold', text: 'Your profile is not complete yet.' },
  review_received: { icon: Star, tone: 'gold', text: 'You have a new review.' },
  dispute_created: { icon: Scale, tone: 'gold', text: 'A dispute has been opened.' },
  dispute_escalated: { icon: Scale, tone: 'clay', text: 'A dispute has been escalated.' },
  dispute_rejected: { icon: Scale, tone: 'clay', text: 'A dispute has been rejected.' },
  dispute_closed: { icon: Scale, tone: 'sage', text: 'A dispute has been closed.' },
  caregiver_signup: { icon: UserPlus, tone: 'gold', text: 'A caregiver waits for verification.' },
  caregiver_verified: { icon: BadgeCheck, tone: 'sage', text: 'Your profile is verified.' },
  caregiver_rejected: { icon: CircleX, tone: 'clay', text: 'Your profile was not verified.' },
  caregiver_flagged: { icon: Flag, tone: 'gold', text: 'Your profile is under review.' },
  money_alert: { icon: TriangleAlert, tone: 'clay', text: 'Something about the money needs a look.' },
}

export interface Notice {
  icon: LucideIcon
  tone: Tone
  text: string
  /** What else there is to know, in a few words: a rating, the hours. */
  detail: string | null
  to: string
  action: string
}

/**
 * A notification as the bell shows it.
 * @param role the viewer's; a dispute opens on the page of this role
 * @see docs/rules/chat-and-notifications.md#on-screen
 */
export function noticeOf(notification: Notification, role: Role): Notice {
  const { type, payload } = notification
  const { icon, tone, text } = looks[type]
  const isRefusal = type === 'booking_status_changed' && payload.status?.toLowerCase() === 'rejected'
  return {
    icon: isRefusal ? CalendarX : icon,
    tone: isRefusal ? 'clay' : tone,
    text: payload.message ?? text,
    detail: ratingOf(payload.rating) ?? hoursOf(payload),
    to: placeOf(notification, role),
    action: payload.action_text ?? 'See more',
  }
}

function ratingOf(rating: number | undefined): string | null {
  return rating === undefined ? null : `${rating}/5`
}

function hoursOf({ windows = [], timezone }: Notification['payload']): string | null {
  const [first] = windows
  if (!first) return null
  const more = windows.length > 1 ? ` and ${windows.length - 1} more` : ''
  return `${formatDay(first.date, 'weekday')}, ${formatWindow(first.start, first.end, timezone)}${more}`
}
