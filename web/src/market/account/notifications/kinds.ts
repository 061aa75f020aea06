import type { NotificationKind } from '@tendwell/contract/chat/notifications'

interface KindText {
  label: string
  hint: string
  caregiverHint?: string
}

export const kindTexts: Record<NotificationKind, KindText> = {
  requests: { label: 'Booking requests', hint: 'New requests and the answers to them' },
  bookings: { label: 'Bookings and payments', hint: 'Confirmations, cancellations and refunds' },
  messages: { label: 'Messages', hint: 'When someone writes to you and you’re away' },
  reviews: {
    label: 'Reviews',
    hint: 'When a caregiver answers your review',
    caregiverHint: 'When a family reviews your care',
  },
  disputes: { label: 'Disputes', hint: 'Each step of a dispute, and the money it holds' },
  reminders: { label: 'Reminders and profile', hint: 'Before and after visits, and about your profile' },
  searches: {
    label: 'Saved searches and full days',
    hint: 'New matches for your searches, and hours that become free',
  },
  security: {
    label: 'Security',
    hint: 'Logins and changes to your account',
    caregiverHint: 'Logins, changes to your account, verification and payouts',
  },
}
