import type { AuditEntry, Note } from '@tendwell/contract/console/audit'
import type { AdminBackgroundCheck } from '@tendwell/contract/console/background-checks'
import type { BookingRecord } from '@tendwell/contract/console/bookings'
import type { DisputeRecord, DisputeStep } from '@tendwell/contract/console/disputes'
import type { DocumentCheck } from '@tendwell/contract/console/documents'
import type { AdminPayment, AdminPayout, AdminRefund } from '@tendwell/contract/console/money'
import type { PersonRecord } from '@tendwell/contract/console/people'
import type { ReportRecord } from '@tendwell/contract/console/reports'
import { dispute } from './data.ts'
import { adminReports } from './lists.ts'

/** A clear background check, as support staff see it. */
export const backgroundCheck: AdminBackgroundCheck = {
  id: 5,
  status: 'clear',
  checked: ['Identity', 'National criminal records', 'Sex offender registry', 'Driving record'],
  provider: 'Sandbox Screening',
  reference: 'bgc_5',
  requested_at: '2026-05-01T12:00:00Z',
  completed_at: '2026-05-04T12:00:00Z',
  valid_until: '2027-05-04',
  checked_name: 'Nora Lind',
  checked_birth_date: '•••',
  identity: 'same',
  seen: 'seen-1',
  report_url: 'https://screening.test/report/5',
  decision: null,
}

/** What staff found in a document that is fine and doesn't expire. */
export const fineCheck: DocumentCheck = {
  result: 'ok',
  reason: '',
  title: '',
  expires_on: null,
  is_expired: false,
  is_outdated: false,
  checked_by: { id: 9, name: 'Sina Support' },
  checked_at: '2026-01-07T12:00:00Z',
}

/** A caregiver's record, as an admin who may do everything sees it. */
export const personRecord: PersonRecord = {
  id: 2,
  full_name: 'Nora Lind',
  email: 'n•••@example.test',
  is_email_verified: true,
  avatar: null,
  role: 'caregiver',
  staff_role: null,
  is_active: true,
  deactivation: null,
  closed: null,
  joined: '2026-01-05T12:00:00Z',
  last_seen: '2026-06-01T09:00:00Z',
  blocked_by: [],
  ban_matches: [],
  caregiver: {
    verification_status: 'verified',
    rejection_reason: null,
    missing: [],
    verification_override: null,
    is_listed: true,
    has_pending_change: false,
    hidden: null,
    city: 'Boston',
    country: 'United States',
    timezone: 'America/New_York',
    hourly_rate_usd: 42,
    skills: ['Newborn care'],
    languages: ['English'],
    description: 'I look after newborns.',
    video_url: '',
    cancellation_policy: 'moderate',
    average_rating: 4.8,
    total_reviews: 5,
    documents: [
      {
        kind: 'id_front',
        file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001',
        url: '/api/files/7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001',
        name: 'passport.png',
        content_type: 'image/png',
        uploaded_at: '2026-01-06T12:00:00Z',
        check: null,
        renewal: null,
      },
    ],
    background_checks: { results: [], badge_until: null },
    references: [],
  },
  phone_number: '',
  family: null,
  counts: { requests: 1, visits_ahead: 2, disputes: 0, open_disputes: 0, reviews: 5, reports: 2, notes: 0 },
  visits_ahead_usd: 252,
  payout_on_its_way: false,
  payments_stopped: null,
  balances: { available_usd: 84, escrow_usd: 252, held_usd: 0, in_transit_usd: 0 },
}

const visit = {
  booking_id: 31,
  start_utc: '2026-07-01T09:00:00Z',
  end_utc: '2026-07-01T12:00:00Z',
  state: 'upcoming' as const,
  canceled_by: null,
  canceled_for: null,
  cancel_reason: null,
  price_usd: 126,
  refund_usd: 0,
  owed_usd: 0,
  refund_status: null,
  booking_refunds: [],
}

/** A paid booking of two visits, one of which the family canceled. */
export const bookingRecord: BookingRecord = {
  id: 12,
  status: 'accepted',
  rejection_cause: null,
  is_paid: true,
  caregiver: {
    id: 2,
    name: 'Nora Lind',
    email: 'n•••@example.test',
    avatar: null,
    is_active: true,
    is_suspended: false,
  },
  caretaker: {
    id: 1,
    name: 'Fay Hart',
    email: 'f•••@example.test',
    avatar: null,
    is_active: false,
    is_suspended: false,
  },
  submitted_at: '2026-06-01T09:00:00Z',
  timezone: 'America/New_York',
  total_hours: 6,
  total_price_usd: 252,
  hourly_rate_snapshot_usd: 42,
  service_fee_usd: 0,
  cancellation_policy: 'moderate',
  has_visit_details: true,
  windows: [
    {
      ...visit,
      booking_id: 30,
      start_utc: '2026-06-24T09:00:00Z',
      end_utc: '2026-06-24T12:00:00Z',
      state: 'canceled',
      canceled_by: 'caretaker',
      cancel_reason: 'illness',
      refund_usd: 126,
      owed_usd: 126,
      refund_status: 'pending',
    },
    visit,
  ],
  payments: [
    {
      id: 7,
      status: 'succeeded',
      created_at: '2026-06-02T09:00:00Z',
      paid_at: '2026-06-02T09:05:00Z',
      amount_usd: 252,
      fee_usd: 25.2,
      refunded_usd: 126,
      refund_pending_usd: 0,
      escrow_usd: 100.8,
      held_usd: 0,
      failure_reason: null,
    },
  ],
  refunded_usd: 0,
  refunding_usd: 0,
  refunds: [
    {
      id: 3,
      payment_id: 7,
      status: 'succeeded',
      created_at: '2026-06-10T09:00:00Z',
      amount_usd: 126,
      reason: 'Canceled by the family',
      reference: null,
      failure_reason: null,
    },
  ],
  moves: [],
  disputes: [{ id: 5, status: 'submitted', opened_at: '2026-06-12T09:00:00Z' }],
  messages: 2,
  timeline: [
    { at: '2026-06-01T09:00:00Z', event: 'sent', id: null, detail: null, amount_usd: null },
    { at: '2026-06-02T09:05:00Z', event: 'paid', id: 7, detail: null, amount_usd: 252 },
    { at: '2026-06-10T09:00:00Z', event: 'visit_canceled', id: 30, detail: 'caretaker', amount_usd: 126 },
  ],
}

export const auditEntries: AuditEntry[] = [
  {
    id: 9,
    at: '2026-06-03T09:00:00Z',
    action: 'caregiver.verification',
    actor: { id: 3, name: 'Ada Moss', email: 'ada@example.test' },
    subject: 'user:2',
    subject_name: 'Nora Lind',
    before: { status: 'pending', rejectionReason: null },
    after: { status: 'verified', rejectionReason: null },
    address: '192.0.2.7',
    times: 1,
  },
  {
    id: 8,
    at: '2026-06-02T09:00:00Z',
    action: 'job.dropped',
    actor: null,
    subject: 'job:4',
    subject_name: null,
    before: null,
    after: null,
    address: null,
    times: 1,
  },
]

export const note: Note = {
  id: 1,
  author: { id: 3, name: 'Ada Moss' },
  text: 'Called about parking',
  created_at: '2026-06-03T09:00:00Z',
}

/** A submitted dispute whose caregiver was asked and has answered. */
export const disputeRecord: DisputeRecord = {
  ...dispute,
  caretaker_id: 1,
  caregiver_id: 2,
  assignee: null,
  windows: [visit],
  alone_usd: null,
  waiting_refund: null,
  messages: 4,
  questions: [
    {
      id: 3,
      side: 'caregiver',
      text: 'When did you arrive?',
      asked_at: '2026-06-01T12:00:00Z',
      answers: [{ id: 1, text: 'At nine, as agreed.', answered_at: '2026-06-01T13:00:00Z' }],
    },
  ],
  timeline: [
    step('2026-06-01T11:00:00Z', 'opened', { id: 1, name: 'Fay Hart' }),
    step('2026-06-01T11:30:00Z', 'evidence_added', { id: 2, name: 'Nora Lind' }, 'Evidence file: log.png'),
    step('2026-06-01T12:00:00Z', 'question_asked', { id: 8, name: 'Sam Support' }, 'caregiver'),
    step('2026-06-01T13:00:00Z', 'answered', { id: 2, name: 'Nora Lind' }),
  ],
}

function step(
  at: string,
  event: DisputeStep['event'],
  by: DisputeStep['by'],
  detail: string | null = null,
): DisputeStep {
  return { at, event, by, detail, amount_usd: null }
}

export const reportRecord: ReportRecord = {
  id: 1,
  kind: 'message',
  reason: 'outside_payment',
  created_at: '2026-06-01T11:00:00Z',
  reporter: { id: 3, name: 'Fay Hart', role: 'caretaker' },
  reported: { id: 2, name: 'Nora Lind', role: 'caregiver' },
  text: 'He asked twice',
  concern: null,
  request_id: null,
  review_of: null,
  snapshot: { text: 'Pay me in cash', rating: null, name: null },
  now: { text: 'Pay me in cash', rating: null, name: null, photo: null },
  is_hidden: false,
  can_hide: true,
  reported_is_active: true,
  reported_is_closed: false,
  reported_suspended_until: null,
  decision: null,
  same: adminReports.slice(1, 2),
  about_reported: adminReports.slice(1),
  by_reporter: [],
}

/** Of a profile whose owner has rewritten it since. */
export const reportedProfile: ReportRecord = {
  ...reportRecord,
  kind: 'profile',
  reason: 'false_information',
  text: '',
  snapshot: { text: 'Nurse for twenty years.', rating: null, name: 'Nora Lind' },
  now: { text: 'I care for newborns and toddlers.', rating: null, name: 'Nora Lind', photo: null },
  same: [],
}

export const reportedReview: ReportRecord = {
  ...reportRecord,
  kind: 'review',
  reason: 'harassment',
  reported: { id: 3, name: 'Fay Hart', role: 'caretaker' },
  text: '',
  review_of: { caregiver: { id: 2, name: 'Nora Lind', role: 'caregiver' }, request_id: 12 },
  snapshot: { text: 'Came late twice.', rating: 2, name: null },
  now: { text: 'Came late twice.', rating: 2, name: null, photo: null },
  same: [],
  about_reported: [],
}

/** Of a booking, by its family. */
export const safetyReport: ReportRecord = {
  ...reportRecord,
  kind: 'booking',
  reason: 'safety',
  text: 'She fell on the stairs',
  concern: 'hurt',
  request_id: 12,
  snapshot: { text: '', rating: null, name: 'Nora Lind' },
  now: null,
  can_hide: false,
  same: [],
}

export const suspendedReport: ReportRecord = {
  ...reportRecord,
  is_hidden: true,
  reported_is_active: false,
  reported_is_closed: false,
  reported_suspended_until: '2026-06-15',
  decision: {
    measures: ['hide', 'warn', 'suspend'],
    message: 'Please keep payments on Tendwell. It protects you and the families.',
    suspended_until: '2026-06-15',
    note: 'Second time this month.',
    at: '2026-06-01T12:00:00Z',
    by: { id: 9, name: 'Ada Staff' },
    shown_again: null,
    lifted: null,
    reports: [1, 2],
  },
  same: [],
}

const fay = { id: 1, name: 'Fay Hart' }
const nora = { id: 2, name: 'Nora Lind' }
export const adminPayment: AdminPayment = {
  id: 7,
  request_id: 12,
  family: fay,
  caregiver: nora,
  created_at: '2026-06-02T09:00:00Z',
  paid_at: '2026-06-02T09:05:00Z',
  amount_usd: 252,
  fee_usd: 25.2,
  refunded_usd: 0,
  refund_pending_usd: 0,
  step: 'captured',
  is_stuck: true,
  can_refund: false,
  failure_reason: null,
  provider: 'sandbox',
  provider_payment_intent_id: 'pi_1',
}
export const adminRefund: AdminRefund = {
  id: 3,
  payment_id: 7,
  request_id: 12,
  family: fay,
  created_at: '2026-06-10T09:00:00Z',
  amount_usd: 126,
  reason: 'Canceled by the family',
  step: 'failed',
  is_stuck: true,
  refusals: 5,
  failure_reason: 'The card was closed',
  provider_refund_id: null,
  reference: null,
}
export const adminPayout: AdminPayout = {
  id: 4,
  caregiver: nora,
  created_at: '2026-06-10T09:00:00Z',
  updated_at: '2026-06-10T09:00:00Z',
  amount_usd: 84,
  step: 'pending',
  is_stuck: false,
  can_cancel: true,
  refusals: 0,
  failure_reason: null,
  provider_payout_id: null,
}
