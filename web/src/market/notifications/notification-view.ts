import { mustEndNextDay, toOpeningInterval } from '@tendwell/contract/availability/windows'
import type { Notification, NotificationType } from '@tendwell/contract/chat/notifications'
import { formatInterval } from '@tendwell/contract/format'
import { toLocalDate } from '@tendwell/contract/time'
import {
  AlarmClock,
  BadgeCheck,
  Banknote,
  CalendarCheck,
  CalendarOff,
  CalendarPlus,
  CalendarX,
  CircleX,
  FileCheck,
  FileClock,
  FileWarning,
  Flag,
  Handshake,
  Landmark,
  type LucideIcon,
  MailCheck,
  MessageCircle,
  NotebookPen,
  Scale,
  Search,
  ShieldAlert,
  ShieldCheck,
  Star,
  TriangleAlert,
  UserPen,
  UserPlus,
} from 'lucide-react'
import { formatDay, getBrowserZone } from '../../lib/format/format.ts'
import type { Role } from '../../lib/session/session.ts'
import { notificationPath } from './notification-path.ts'

type Tone = 'sage' | 'gold' | 'clay'

/** The text is for notifications without a message of their own. */
const defaults: Record<NotificationType, { icon: LucideIcon; tone: Tone; text: string }> = {
  booking_request_created: { icon: CalendarPlus, tone: 'gold', text: 'You have a new booking request.' },
  booking_status_changed: { icon: MailCheck, tone: 'sage', text: 'Your booking request was answered.' },
  booking_confirmed: { icon: CalendarCheck, tone: 'sage', text: 'Your booking is confirmed.' },
  booking_auto_rejected: {
    icon: CalendarX,
    tone: 'clay',
    text: 'Your request was closed because the times are no longer available.',
  },
  booking_canceled: { icon: CalendarX, tone: 'clay', text: 'A booking was canceled.' },
  booking_reminder: { icon: AlarmClock, tone: 'sage', text: 'A visit is coming up.' },
  review_requested: { icon: Star, tone: 'gold', text: 'How was your visit?' },
  booking_changed: { icon: NotebookPen, tone: 'gold', text: 'The details of a booking were changed.' },
  booking_move: { icon: CalendarPlus, tone: 'gold', text: 'Another time was proposed for a booking.' },
  meeting: { icon: Handshake, tone: 'sage', text: 'There is news about a meeting.' },
  caregiver_under_review: { icon: Flag, tone: 'gold', text: 'A caregiver you booked is under review.' },
  chat_first_message: { icon: MessageCircle, tone: 'sage', text: 'Someone started a conversation with you.' },
  chat_message: { icon: MessageCircle, tone: 'sage', text: 'You have a new message.' },
  profile_setup_reminder: { icon: AlarmClock, tone: 'gold', text: 'Your profile isn’t complete yet.' },
  review_received: { icon: Star, tone: 'gold', text: 'You have a new review.' },
  review_answered: { icon: Star, tone: 'gold', text: 'A caregiver answered your review.' },
  reference_confirmed: { icon: Star, tone: 'sage', text: 'Someone confirmed your reference.' },
  dispute_created: { icon: Scale, tone: 'gold', text: 'A dispute was opened.' },
  dispute_escalated: { icon: Scale, tone: 'clay', text: 'A dispute was escalated.' },
  dispute_rejected: { icon: Scale, tone: 'clay', text: 'A dispute was rejected.' },
  dispute_closed: { icon: Scale, tone: 'sage', text: 'A dispute was closed.' },
  dispute_question: { icon: Scale, tone: 'gold', text: 'Our team has a question about a dispute.' },
  dispute_response: { icon: Scale, tone: 'gold', text: 'A caregiver answered your dispute.' },
  dispute_assigned: { icon: Scale, tone: 'sage', text: 'A dispute was assigned to you.' },
  dispute_answer: { icon: Scale, tone: 'sage', text: 'A question about a dispute was answered.' },
  chargeback: { icon: Landmark, tone: 'gold', text: 'A bank disputes a payment.' },
  refund: { icon: Banknote, tone: 'sage', text: 'A booking was refunded.' },
  caregiver_signup: { icon: UserPlus, tone: 'gold', text: 'A caregiver is waiting for verification.' },
  caregiver_verified: { icon: BadgeCheck, tone: 'sage', text: 'Your profile is verified.' },
  caregiver_rejected: { icon: CircleX, tone: 'clay', text: 'Your profile wasn’t verified.' },
  caregiver_flagged: { icon: Flag, tone: 'gold', text: 'Your profile is under review.' },
  document_requested: {
    icon: FileWarning,
    tone: 'gold',
    text: 'We need a new copy of one of your documents.',
  },
  background_check: { icon: ShieldCheck, tone: 'gold', text: 'There is news about your background check.' },
  background_check_ending: { icon: ShieldCheck, tone: 'gold', text: 'Your background check ends soon.' },
  document_expiring: { icon: FileClock, tone: 'gold', text: 'One of your documents expires soon.' },
  document_expired: { icon: FileWarning, tone: 'clay', text: 'One of your documents has expired.' },
  document_renewal_submitted: {
    icon: FileClock,
    tone: 'gold',
    text: 'A caregiver’s new document is waiting for review.',
  },
  document_renewal_accepted: { icon: FileCheck, tone: 'sage', text: 'Your new document was accepted.' },
  document_renewal_declined: { icon: FileWarning, tone: 'clay', text: 'Your new document wasn’t accepted.' },
  payout_requested: { icon: Banknote, tone: 'sage', text: 'We received your payout request.' },
  bank_details_changed: { icon: Landmark, tone: 'gold', text: 'Your bank details were changed.' },
  calendar_lost: { icon: CalendarOff, tone: 'clay', text: 'One of your calendars can’t be read.' },
  caregiver_changes_submitted: {
    icon: UserPen,
    tone: 'gold',
    text: 'A caregiver’s new name, photo or description is waiting for review.',
  },
  caregiver_changes_approved: { icon: BadgeCheck, tone: 'sage', text: 'Your new details are approved.' },
  caregiver_changes_declined: { icon: CircleX, tone: 'clay', text: 'Your new details weren’t approved.' },
  money_alert: { icon: TriangleAlert, tone: 'clay', text: 'A payment needs attention.' },
  content_removed: { icon: ShieldAlert, tone: 'clay', text: 'Some of your content was removed.' },
  moderation_warning: { icon: ShieldAlert, tone: 'gold', text: 'Please read this about your account.' },
  account_suspended: { icon: ShieldAlert, tone: 'clay', text: 'Your account was suspended for a while.' },
  report_decided: { icon: ShieldCheck, tone: 'sage', text: 'We looked at your report.' },
  hours_free: { icon: CalendarPlus, tone: 'sage', text: 'A caregiver has free hours again.' },
  saved_search_matches: { icon: Search, tone: 'sage', text: 'New caregivers match your search.' },
  safety_alert: { icon: ShieldAlert, tone: 'clay', text: 'Something is wrong about a booking.' },
  file_alert: { icon: TriangleAlert, tone: 'clay', text: 'Stored files need attention.' },
}

export interface NotificationView {
  icon: LucideIcon
  tone: Tone
  text: string
  /** What our team wrote, a rating or the booked times. */
  detail: string | null
  path: string
  action: string
}

/**
 * A notification as the bell shows it.
 * @param role the viewer's
 * @see docs/rules/chat-and-notifications.md#on-screen
 */
export function viewNotification(notification: Notification, role: Role): NotificationView {
  const { type, payload } = notification
  const { icon, tone, text } = defaults[type]
  const isRejection = type === 'booking_status_changed' && payload.status?.toLowerCase() === 'rejected'
  return {
    icon: isRejection ? CalendarX : icon,
    tone: isRejection ? 'clay' : tone,
    text: payload.message ?? text,
    detail: payload.quote ?? formatRating(payload.rating) ?? formatTimes(payload),
    path: notificationPath(notification, role),
    action: payload.action_text ?? 'See more',
  }
}

function formatRating(rating: number | undefined): string | null {
  return rating === undefined ? null : `${rating}/5`
}

/** The first window in the viewer's zone, and how many follow. */
function formatTimes({ windows = [], timezone }: Notification['payload']): string | null {
  const [first] = windows
  if (!first) return null
  const zone = getBrowserZone()
  const interval = toOpeningInterval(
    first.date,
    { ...first, endsNextDay: mustEndNextDay(first.start, first.end) },
    timezone ?? zone,
  )
  const more = windows.length > 1 ? ` and ${windows.length - 1} more` : ''
  return `${formatDay(toLocalDate(interval.startMs, zone), 'weekday')}, ${formatInterval(interval, zone)}${more}`
}
