import type { BookingRecord } from '@tendwell/contract/admin-bookings'
import type { DisputeRecord, DisputeStep } from '@tendwell/contract/admin-disputes'
import type { PersonRecord } from '@tendwell/contract/admin-people'
import type { AuditEntry, Note } from '@tendwell/contract/audit'
import { dispute } from './data.ts'

/** A caregiver's record, as an admin who may do everything sees it. */
export const personRecord: PersonRecord = {
  id: 2,
  full_name: 'Nora Lind',
  email: 'nora.lind@example.test',
  is_email_verified: true,
  avatar: null,
  role: 'caregiver',
  staff_role: null,
  is_active: true,
  deactivation: null,
  joined: '2026-01-05T12:00:00Z',
  last_seen: '2026-06-01T09:00:00Z',
  caregiver: {
    verification_status: 'verified',
    rejection_reason: null,
    is_listed: true,
    has_pending_change: false,
    city: 'Boston',
    country: 'United States',
    timezone: 'America/New_York',
    hourly_rate_usd: 42,
    skills: ['Newborn care'],
    languages: ['English'],
    description: 'I look after newborns.',
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
      },
    ],
  },
  family: null,
  counts: { requests: 1, visits_ahead: 2, disputes: 0, open_disputes: 0, reviews: 5, notes: 0 },
  visits_ahead_usd: 252,
  balances: { available_usd: 84, escrow_usd: 252, held_usd: 0, in_transit_usd: 0 },
}

const visit = {
  booking_id: 31,
  start_utc: '2026-07-01T09:00:00Z',
  end_utc: '2026-07-01T12:00:00Z',
  state: 'upcoming' as const,
  canceled_by: null,
  cancel_reason: null,
  price_usd: 126,
  refund_usd: 0,
}

/** A paid booking of two visits, one of which the family canceled. */
export const bookingRecord: BookingRecord = {
  id: 12,
  status: 'accepted',
  rejection_cause: null,
  is_paid: true,
  caregiver: { id: 2, name: 'Nora Lind', email: 'nora.lind@example.test', avatar: null, is_active: true },
  caretaker: { id: 1, name: 'Fay Hart', email: 'fay.hart@example.test', avatar: null, is_active: false },
  submitted_at: '2026-06-01T09:00:00Z',
  timezone: 'America/New_York',
  total_hours: 6,
  total_price_usd: 252,
  hourly_rate_snapshot_usd: 42,
  service_fee_usd: 0,
  cancellation_policy: 'moderate',
  children: [],
  note: 'The bell is broken.',
  address: null,
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
      escrow_usd: 100.8,
      held_usd: 0,
      failure_reason: null,
    },
  ],
  refunds: [
    {
      id: 3,
      payment_id: 7,
      status: 'succeeded',
      created_at: '2026-06-10T09:00:00Z',
      amount_usd: 126,
      reason: 'Canceled by the family',
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
    actor: { id: 3, name: 'Ada Moss' },
    subject: 'user:2',
    subject_name: 'Nora Lind',
    before: { status: 'pending', rejectionReason: null },
    after: { status: 'verified', rejectionReason: null },
    address: '192.0.2.7',
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
