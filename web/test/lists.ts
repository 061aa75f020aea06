/** Rows of the lists, for stories: each list's first page. */

import type { Booking, BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import type { Conversation } from '@tendwell/contract/chat/chat'
import type { Notification } from '@tendwell/contract/chat/notifications'
import {
  ALWAYS_ON,
  NOTIFICATION_KINDS,
  type NotificationSetting,
} from '@tendwell/contract/chat/notifications'
import type { AdminDispute } from '@tendwell/contract/console/disputes'
import type { AdminJob } from '@tendwell/contract/console/jobs'
import type { AdminReport } from '@tendwell/contract/console/reports'
import type {
  AdminCaregiver,
  AdminPendingChange,
  AdminRequest,
  AdminUser,
} from '@tendwell/contract/console/users'
import type { Payment } from '@tendwell/contract/payments/payments'
import type { Reconciliation } from '@tendwell/contract/payments/reconciliation'
import type { Payout, WalletEntry } from '@tendwell/contract/payments/wallet'
import type { OwnReview, Review, ReviewableBooking } from '@tendwell/contract/reviews/reviews'
import type { BlockedPerson } from '@tendwell/contract/safety/blocks'
import type { AssignedDispute, OwnDispute } from '@tendwell/contract/safety/disputes'
import type { SavedSearch } from '@tendwell/contract/search/saved-searches'
import type { DeviceSession, EmailChange, LinkedIdentity } from '@tendwell/contract/sign-in/accounts'
import { booking, bookingRequest, paidCare, reviewableBooking } from './data.ts'
import { caregiver, family } from './people.ts'

const families = [family.full_name, 'Clara Lindqvist', 'Omar Haddad', 'Alexandra Papadopoulou-Montgomery']
const caregivers = [caregiver.full_name, 'Emma Okafor', 'Wilhelmina van der Westhuizen', 'Ines Duarte']

/** So many rows, each with its number from 1 and a person of each side. */
function rows<Row>(
  count: number,
  make: (row: { id: number; family: string; caregiver: string; at: string }) => Row,
): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const day = String(31 - index).padStart(2, '0')
    return make({
      id: index + 1,
      family: pick(families, index),
      caregiver: pick(caregivers, index),
      at: `2026-05-${day}T14:20:00Z`,
    })
  })
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}

function email(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
}

const answers: Partial<BookingRequest>[] = [
  {},
  { status: 'accepted' },
  { status: 'accepted', is_paid: true },
  { status: 'rejected', rejection_cause: 'caregiver' },
  { status: 'rejected', rejection_cause: 'conflict' },
]

export const requests: BookingRequest[] = rows(5, (row) => ({
  ...bookingRequest,
  ...pick(answers, row.id - 1),
  id: row.id,
  caregiver_name: row.caregiver,
  caretaker_name: row.family,
}))

/** Two mornings a week, eight times; one of them was changed to an afternoon. */
export const weeklyRequest: BookingRequest = {
  ...bookingRequest,
  windows: Array.from({ length: 16 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 5, 2 + 7 * Math.floor(index / 2) + 2 * (index % 2)))
    const [day, from] = [date.toISOString().slice(0, 10), index === 8 ? 14 : 9]
    return {
      date_local: day,
      start_local: `${String(from).padStart(2, '0')}:00`,
      end_local: `${from + 3}:00`,
      start_utc: `${day}T${from + 4}:00:00Z`,
      end_utc: `${day}T${from + 7}:00:00Z`,
      is_canceled: false,
    }
  }),
  total_hours: 48,
  total_price_usd: 2_016,
}

export const savedSearches: SavedSearch[] = [
  {
    id: 1,
    words: 'Night nanny near Boston on Tue, Jun 30, 9 PM – 6 AM',
    path: '/caregivers?q=night+nanny&near=4930956&within_km=50&available_on=2026-06-30&start=21%3A00&end=06%3A00',
    is_over: false,
    created_at: '2026-05-31T14:20:00Z',
  },
  {
    id: 2,
    words:
      'Caregivers with Newborn Care and First Aid speaking Urdu or English, up to $40 an hour, on Thu, May 28',
    path: '/caregivers?available_on=2026-05-28',
    is_over: true,
    created_at: '2026-05-20T09:05:00Z',
  },
]

export const bookings: Booking[] = rows(3, (row) => ({
  ...booking,
  request_id: row.id,
  caregiver_name: row.caregiver,
  caretaker_name: row.family,
}))

export const payments: Payment[] = rows(5, (row) => ({
  id: row.id,
  created_at: row.at,
  request_id: row.id,
  caregiver_name: row.caregiver,
  caregiver_id: caregiver.id,
  amount_gross: 126 * row.id,
  refunded_usd: row.id === 2 ? 25 : 0,
  currency: 'usd',
  status: pick(['succeeded', 'succeeded', 'pending', 'failed', 'refunded'] as const, row.id - 1),
  refunding_usd: 0,
  is_refunding: false,
  care: { ...paidCare, is_booked: row.id < 3 },
  provider_charge_id: row.id === 4 ? null : `ch_3QabcdEFGH1234567${row.id}`,
  provider_payment_intent_id: row.id === 4 ? null : `pi_3QabcdEFGH7654321${row.id}`,
}))

export const payouts: Payout[] = [
  {
    id: 2,
    created_at: '2026-05-30T14:20:00Z',
    amount: 420,
    currency: 'usd',
    status: 'processing',
    provider_payout_id: null,
    failure_reason: null,
  },
  {
    id: 1,
    created_at: '2026-05-22T09:05:00Z',
    amount: 1250.5,
    currency: 'usd',
    status: 'failed',
    provider_payout_id: 'po_1QabcdEFGH12345678',
    failure_reason: 'Your bank rejected the transfer: the account is closed.',
  },
]

const movements = [
  { category: 'escrow_in', direction: 'credit' },
  { category: 'fee', direction: 'debit' },
  { category: 'payout_out', direction: 'debit' },
  { category: 'dispute_hold', direction: 'credit' },
  { category: 'payout_out', direction: 'credit' },
] as const

export const walletEntries: WalletEntry[] = rows(5, ({ id, at, family }) => ({
  id,
  created_at: at,
  amount: 42.5 * id,
  balance_change: 0,
  pending_change: 0,
  held_change: 0,
  currency: 'usd',
  ...pick(movements, id - 1),
  booking:
    pick(movements, id - 1).category === 'payout_out'
      ? null
      : { request_id: id, caretaker_name: family, start_utc: at, end_utc: at, visits: 1, are_nights: false },
  withdrawable_from: null,
}))

const comments = [
  'Calm, punctual and wonderful with our twins. We slept for the first time in weeks.',
  '',
  'She taught us how to bathe him, left clear notes each morning and never seemed in a hurry.\nWe will ask her again.',
]

export const reviews: Review[] = rows(3, (row) => ({
  id: row.id,
  booking_id: row.id,
  rating: 6 - row.id,
  comment: pick(comments, row.id - 1),
  created_at: row.at,
  caretaker_name: row.family,
  caretaker_avatar: null,
  is_counted: true,
  is_refunded: false,
  reply: null,
}))

export const ownReviews: OwnReview[] = rows(3, (row) => ({
  ...pick(reviews, row.id - 1),
  caregiver_id: caregiver.id,
  caregiver_name: row.caregiver,
  caregiver_avatar: null,
  is_hidden: false,
}))

export const reviewableBookings: ReviewableBooking[] = rows(3, (row) => ({
  ...reviewableBooking,
  id: row.id,
  caregiver_name: row.caregiver,
}))

function listedDispute(id: number, opened_at: string) {
  return {
    id,
    status: pick(['submitted', 'escalated', 'closed', 'rejected'] as const, id - 1),
    type: pick(['schedule', 'service_quality', 'other', 'payment'] as const, id - 1),
    other_type_text: id === 3 ? 'Lost house key' : null,
    reason: 'They left two hours early, and we were charged for the whole afternoon.',
    booking_id: 30 + id,
    opened_at,
  }
}

export const ownDisputes: OwnDispute[] = rows(4, (row) => ({
  ...listedDispute(row.id, row.at),
  caregiver_name: row.caregiver,
  caregiver_avatar: null,
}))

export const assignedDisputes: AssignedDispute[] = rows(4, (row) => ({
  ...listedDispute(row.id, row.at),
  caretaker_name: row.family,
  caretaker_email: null,
  caretaker_avatar: null,
  responded_at: row.id === 2 ? row.at : null,
}))

export const adminDisputes: AdminDispute[] = rows(4, (row) => ({
  ...listedDispute(row.id, row.at),
  caretaker_id: 100 + row.id,
  caregiver_id: 200 + row.id,
  caretaker_name: row.family,
  caregiver_name: row.caregiver,
  assignee: row.id % 2 === 0 ? null : { id: 1, name: 'Ada Admin' },
}))

export const adminRequests: AdminRequest[] = rows(12, (row) => ({
  id: row.id,
  caregiver_id: 200 + row.id,
  caretaker_id: 100 + row.id,
  starts_at: row.at,
  ends_at: row.at,
  caregiver_name: row.caregiver,
  caretaker_name: row.family,
  caregiver_email: email(row.caregiver),
  caretaker_email: email(row.family),
  total_hours: 3 * row.id,
  total_price_usd: 126 * row.id,
  submitted_at: row.at,
  status: pick(['submitted', 'accepted', 'rejected'] as const, row.id - 1),
  is_paid: row.id === 5,
  is_canceled: false,
}))

export const adminUsers: AdminUser[] = rows(4, (row) => ({
  id: row.id,
  full_name: row.caregiver,
  email: email(row.caregiver),
  avatar: null,
  joined: row.at,
  is_active: row.id !== 3,
  is_closed: row.id === 3,
  is_deactivated: false,
  suspended_until: null,
  verification_status: pick(['verified', 'pending', 'rejected', 'flagged'] as const, row.id - 1),
}))

export const adminCaregivers: AdminCaregiver[] = rows(3, (row) => ({
  id: row.id,
  full_name: row.caregiver,
  email: email(row.caregiver),
  avatar: null,
  id_front: '/api/files/front',
  id_back: '/api/files/back',
  certificate: row.id === 2 ? null : '/api/files/certificate',
  document_ids: { id_front: null, id_back: null, certificate: null },
  document_checks: {
    id_front: null,
    id_back: null,
    certificate:
      row.id === 1 ? { result: 'ok', expires_on: '2026-06-10', is_expired: false, is_outdated: false } : null,
  },
  renewals: [],
  missing: [],
  joined: row.at,
  verification_status: 'pending',
}))

export const adminPendingChanges: AdminPendingChange[] = rows(3, (row) => ({
  id: row.id,
  change_id: `0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a0${row.id}`,
  email: email(row.caregiver),
  full_name: row.caregiver,
  avatar: null,
  new_full_name: row.id === 2 ? null : `${row.caregiver} Hart`,
  new_avatar: row.id === 1 ? null : '/avatars/new',
  new_description: null,
  submitted_at: row.at,
  verification_status: 'verified',
}))

export const reconciliations: Reconciliation[] = rows(3, ({ id, at }) => ({
  id,
  created_at: at,
  provider: 'stripe',
  from: at,
  until: at,
  compared: 48 * id,
  difference_count: id === 2 ? 1 : 0,
  differences:
    id === 2
      ? [
          {
            kind: 'amount_differs',
            reference: 'ch_3QabcdEFGH12345678',
            ours_usd: 126,
            provider_usd: 125,
            detail: 'The charge was captured with another amount.',
          },
        ]
      : [],
}))

export const adminJobs: AdminJob[] = [
  {
    id: 7,
    name: 'notifications.email',
    state: 'failed',
    is_running: false,
    attempts: 1,
    max_attempts: 1,
    last_error: 'The mail server answered 550 5.1.1 to RCPT TO',
    created_at: '2026-05-31T14:20:00Z',
    run_at: null,
  },
  {
    id: 5,
    name: 'request.booked > notifications',
    state: 'failed',
    is_running: false,
    attempts: 25,
    max_attempts: 25,
    last_error:
      'Failed query: SELECT "id", "status" FROM "requests" WHERE "id" = $1 FOR UPDATE\nbecause of: canceling statement due to lock timeout',
    created_at: '2026-05-28T09:02:00Z',
    run_at: null,
  },
]

export const notifications: Notification[] = [
  {
    id: 3,
    type: 'booking_request_created',
    created_at: '2026-06-01T11:56:00Z',
    read_at: null,
    payload: { caretaker_name: family.full_name, request_id: 12, total_hours: 3, total_price_usd: 126 },
  },
  {
    id: 2,
    type: 'review_received',
    created_at: '2026-06-01T08:10:00Z',
    read_at: null,
    payload: { caretaker_name: 'Alexandra Papadopoulou-Montgomery', rating: 5 },
  },
  {
    id: 1,
    type: 'dispute_created',
    created_at: '2026-05-30T18:00:00Z',
    read_at: null,
    payload: { caretaker_name: 'Omar Haddad', dispute_id: 7, type: 'schedule' },
  },
]

export const conversations: Conversation[] = rows(4, (row) => ({
  id: row.id,
  caretaker: { id: row.id, full_name: row.family, avatar: null },
  caregiver: { id: caregiver.id, full_name: caregiver.full_name, avatar: null },
  last_message: pick(
    ['See you on Tuesday at nine!', 'Could you stay until the morning, so that we can both sleep?'],
    row.id,
  ),
  last_message_at: row.at,
  last_message_sender_id: row.id === 2 ? row.id : caregiver.id,
  last_sequence: 8,
  unread_count: row.id === 2 ? 3 : 0,
  read_sequence: 5,
  other_read_sequence: 8,
  is_caregiver_listed: true,
  can_write: true,
  has_blocked: false,
  booking: null,
}))

export const blockedPeople: BlockedPerson[] = rows(4, (row) => ({
  user_id: row.id,
  full_name: row.family,
  avatar: null,
  blocked_at: row.at,
}))

export const deviceSessions: DeviceSession[] = rows(4, ({ id, at }) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  device: pick(['Firefox on Windows', 'Safari on iPhone', 'Chrome on Linux'], id - 1),
  address: `203.0.113.${id}`,
  country: pick(['Germany', null], id - 1),
  created_at: at,
  used_at: at,
  is_current: id === 1,
}))

export const notificationSettings: NotificationSetting[] = NOTIFICATION_KINDS.map((kind) => ({
  kind,
  in_app: true,
  email: kind !== 'messages',
  always_on: [...(ALWAYS_ON[kind] ?? [])],
}))

export const pendingEmailChange: EmailChange = {
  email: 'fay@example.test',
  pending: {
    new_email: 'fay@elsewhere.test',
    expires_at: '2026-03-03T12:00:00Z',
    confirmed: ['new'],
  },
}

export const linkedIdentity: LinkedIdentity = {
  id: 7,
  provider: 'Google',
  linked_at: '2026-05-04T15:30:00Z',
  can_remove: true,
}

export const calendarFeed = {
  url: 'https://tendwell.test/calendars/pV3nVQ0u6b1Y8r2dJx5kL9wTz7sAcFhGmNqReBiUoXy.ics',
}

export const outsideCalendar: OutsideCalendar = {
  id: 4,
  name: 'Family calendar',
  host: 'calendar.google.com',
  address_end: 'ic.ics',
  state: 'ok',
  read_at: '2026-06-01T11:45:00Z',
  failing_since: null,
  problem: null,
  kept_until: null,
  busy_count: 8,
  unread_count: 0,
}

export const failingCalendar: OutsideCalendar = {
  ...outsideCalendar,
  id: 5,
  name: 'Choir',
  host: 'choir.example.test',
  state: 'failing',
  failing_since: '2026-06-01T02:30:00Z',
  problem: "We couldn't reach this address",
  kept_until: '2026-06-02T02:30:00Z',
}

export const adminReports: AdminReport[] = rows(3, (row) => ({
  id: row.id,
  kind: pick(['message', 'review', 'profile'] as const, row.id - 1),
  reason: pick(['outside_payment', 'false_information', 'scam'] as const, row.id - 1),
  created_at: row.at,
  reporter: { id: 3, name: row.family, role: 'caretaker' },
  reported: { id: 2, name: row.caregiver, role: 'caregiver' },
  excerpt: pick(comments, row.id - 1),
  measures: pick([null, [], ['hide', 'warn']] as const, row.id - 1) as AdminReport['measures'],
  is_shown_again: false,
}))
