/** What people hear of every event, in the order of the slices. @see docs/decisions/0024-notices.md */
import type { EventName } from './events.ts'
import { availabilityNotices } from './features/availability/index.ts'
import { backgroundCheckNotices } from './features/background-checks/index.ts'
import { bookingNotices } from './features/bookings/index.ts'
import { calendarNotices } from './features/calendars/index.ts'
import { disputeNotices } from './features/disputes/index.ts'
import { fileNotices } from './features/files/index.ts'
import { moderationNotices } from './features/moderation/index.ts'
import { paymentNotices } from './features/payments/index.ts'
import { payoutNotices } from './features/payouts/index.ts'
import { profileNotices } from './features/profiles/index.ts'
import { reconciliationNotices } from './features/reconciliation/index.ts'
import { reviewNotices } from './features/reviews/index.ts'
import { searchNotices } from './features/search/index.ts'

/** The notices of all slices. Each follows an event or a job. */
export const NOTICES = [
  ...fileNotices,
  ...profileNotices,
  ...backgroundCheckNotices,
  ...availabilityNotices,
  ...searchNotices,
  ...paymentNotices,
  ...payoutNotices,
  ...reconciliationNotices,
  ...bookingNotices,
  ...reviewNotices,
  ...disputeNotices,
  ...calendarNotices,
  ...moderationNotices,
]

type EventWithNotice = Extract<(typeof NOTICES)[number], { event: EventName }>['event']

/** Every other event, and why it has no notice. If an event is in neither list, the code doesn't compile. */
export const EVENTS_WITHOUT_NOTICE: Readonly<Record<Exclude<EventName, EventWithNotice>, string>> = {
  'account.created': 'the sign-up has its own mail',
  'account.change-disowned': 'has its own mail',
  'account.sessions-ended': 'what ended them has its own mail',
  'caregiver.zone-changed': 'their own setting',
  'person.trait-added': 'may be a banned person; staff see it in the queue',
  'person.blocked': 'a block is not announced',
  'person.unblocked': 'a block is not announced',
  'payment.captured': 'told as request.booked or request.auto-rejected',
  'refund.double': 'told as refund.taken-back',
  'provider.object-changed': 'told by what it changes',
  'message.sent': 'told as long as it is unread, by notifications/unread',
  'conversation.read': 'marks those of unread messages as read, in notifications/unread',
}
