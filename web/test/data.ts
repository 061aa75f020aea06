/** The server's answers for component tests and stories, to spread and change. */

import type { BookingDetail, BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { HomeResponse } from '@tendwell/contract/bookings/home'
import type { CancellationPreview } from '@tendwell/contract/cancellation/calls'
import type { PaidCare, Payment } from '@tendwell/contract/payments/payments'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import type {
  BackupCaregivers,
  CaregiverDetail,
  DocumentState,
  OwnCaregiverProfile,
} from '@tendwell/contract/profiles/profiles'
import type { ReviewableBooking } from '@tendwell/contract/reviews/reviews'
import type { BlockPreview } from '@tendwell/contract/safety/blocks'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import { caregiver, family } from './people.ts'

/** A Monday, 8:00 AM in New York, the time of the data below. */
export const monday = Date.parse('2026-06-01T12:00:00Z')

/** A page of a list, as the server answers it. */
export function listOf<Item>(results: Item[], count = results.length) {
  return { count, next: null, previous: null, results }
}

export const ownCaregiverProfile: OwnCaregiverProfile = {
  id: caregiver.id,
  caregiver_profile_id: 20,
  full_name: caregiver.full_name,
  email: caregiver.email,
  avatar: null,
  city: 'Brooklyn',
  country: 'United States',
  hourly_rate_usd: 42,
  languages: ['English', 'French'],
  skills: ['Newborn care', 'CPR'],
  description: 'Ten years with newborns and their parents.',
  timezone: 'America/New_York',
  phone_number: '',
  cancellation_policy: 'moderate',
  experience_years: null,
  care_ages: [],
  video_url: '',
  travel_km: null,
  verification_status: 'verified',
  rejection_reason: null,
  place_id: 5110302,
  gov_id_front: '/api/files/front',
  gov_id_back: '/api/files/back',
  certificate: '/api/files/certificate',
  document_requests: [],
  document_states: [],
  pending_changes: null,
  is_hidden: false,
  hides_surname: false,
  profile_complete: true,
}

export const ownCaretakerProfile: OwnCaretakerProfile = {
  id: family.id,
  full_name: family.full_name,
  email: family.email,
  avatar: null,
  phone_number: '+1 212 555 0142',
  emergency_contact: null,
  place_id: 5110302,
  street: '12 Plane Street',
  apartment: '4B',
  neighborhood: 'Cobble Hill',
  postal_code: '11201',
  city: 'Brooklyn',
  country: 'United States',
  care_needs: ['Nanny'],
  languages: ['English'],
  notes: 'Two cats.',
  children: [
    {
      id: 31,
      name: 'Astrid',
      age: 3,
      age_months: null,
      due_date: null,
      birth_month: null,
      notes: 'Naps at noon.',
    },
  ],
  profile_complete: true,
}

export const publicCaregiver: CaregiverDetail = {
  id: caregiver.id,
  caregiver_profile_id: 20,
  full_name: caregiver.full_name,
  avatar: null,
  city: 'Brooklyn',
  country: 'United States',
  hourly_rate_usd: 42,
  languages: ['English', 'French', 'Spanish'],
  skills: ['Newborn care', 'CPR'],
  description: 'Ten years with newborns and their parents.',
  timezone: 'America/New_York',
  cancellation_policy: 'moderate',
  experience_years: null,
  care_ages: [],
  video_url: '',
  travel_km: null,
  verification_status: 'verified',
  average_rating: 4.86,
  total_reviews: 14,
  next_free_start: '2026-06-02T13:00:00Z',
  service_fee_bps: 0,
  completion_rate: null,
  response_hours: null,
  repeat_families: null,
  references_confirmed: 0,
  paper_checks: { id_checked_on: '2026-11-02', certificate: null },
  has_background_check: false,
  background_check: null,
  notice_hours: 0,
  minimum_visit_minutes: 0,
  free_slots: [{ start_utc: '2026-06-02T13:00:00Z', end_utc: '2026-06-02T14:00:00Z' }],
  distance_km: null,
}

export const bookingRequest: BookingRequest = {
  id: 12,
  caregiver: caregiver.id,
  caregiver_name: caregiver.full_name,
  caregiver_avatar: null,
  caretaker: family.id,
  caretaker_name: family.full_name,
  caretaker_avatar: null,
  status: 'submitted',
  rejection_cause: null,
  reject_reason: null,
  is_paid: false,
  is_canceled: false,
  timezone: 'America/New_York',
  windows: [
    {
      date_local: '2026-06-02',
      start_local: '09:00',
      end_local: '12:00',
      start_utc: '2026-06-02T13:00:00Z',
      end_utc: '2026-06-02T16:00:00Z',
      is_canceled: false,
    },
  ],
  total_hours: 3,
  total_price_usd: 126,
  hourly_rate_snapshot_usd: 42,
  service_fee_usd: 0,
  cancellation_policy: 'moderate',
  submitted_at: '2026-06-01T11:00:00Z',
  held_until: null,
  group: null,
  payment_id: null,
  can_message: true,
  has_blocked: false,
  is_card_checked: false,
  distance_km: null,
  refunded_usd: 0,
  refunding_usd: 0,
  children: [],
  note: '',
  address: null,
  emergency_contact: null,
}

export const booking: BookingDetail = {
  request_id: 12,
  caregiver_id: caregiver.id,
  caregiver_name: caregiver.full_name,
  caregiver_avatar: null,
  caretaker_id: family.id,
  caretaker_name: family.full_name,
  caretaker_avatar: null,
  timezone: 'America/New_York',
  windows: [
    {
      booking_id: 31,
      date: '2026-06-02',
      start: '09:00',
      end: '12:00',
      start_utc: '2026-06-02T13:00:00Z',
      end_utc: '2026-06-02T16:00:00Z',
      state: 'upcoming',
      canceled_by: null,
      canceled_at: null,
      canceled_for: null,
      cancel_reason: null,
      price_usd: 126,
      kept_usd: 0,
      refund_usd: 0,
      owed_usd: 0,
    },
  ],
  total_hours: 3,
  total_price_usd: 126,
  hourly_rate_snapshot_usd: 42,
  service_fee_usd: 0,
  cancellation_policy: 'moderate',
  paid_at: '2026-06-01T11:30:00Z',
  payment_id: 8,
  can_message: true,
  has_blocked: false,
  is_card_checked: false,
  phone_number: null,
  lacks_phone: true,
  is_phone_verified: false,
  shares_phone: false,
  is_restricted: false,
  earning: null,
  is_caregiver_listed: true,
  hold: null,
  move: null,
  free_cancellation: null,
  safety: { country: 'United States' },
  refunded_usd: 0,
  refunding_usd: 0,
  refunds: [],
  children: [],
  note: '',
  address: null,
  emergency_contact: null,
}

export const reviewableBooking: ReviewableBooking = {
  id: 30,
  caregiver_id: caregiver.id,
  caregiver_name: caregiver.full_name,
  caregiver_avatar: null,
  date_local: '2026-05-31',
  start_local: '09:00',
  end_local: '12:00',
  timezone: 'America/New_York',
  hours: 3,
  is_refunded: false,
}

export const paidCare: PaidCare = {
  timezone: bookingRequest.timezone,
  windows: [{ start_utc: '2026-06-02T13:00:00Z', end_utc: '2026-06-02T16:00:00Z', is_canceled: false }],
  total_hours: 3,
  hourly_rate_snapshot_usd: 42,
  service_fee_usd: 0,
  cancellation_policy: 'moderate',
  is_booked: true,
}

export const payment: Payment = {
  id: 8,
  created_at: '2026-06-01T11:30:00Z',
  request_id: bookingRequest.id,
  caregiver_name: caregiver.full_name,
  caregiver_id: caregiver.id,
  amount_gross: 126,
  refunded_usd: 0,
  currency: 'usd',
  status: 'succeeded',
  refunding_usd: 0,
  is_refunding: false,
  provider_charge_id: 'ch_1QabcdEF12345678',
  provider_payment_intent_id: 'pi_1QabcdEF87654321',
  care: paidCare,
}

export const dispute: Dispute = {
  id: 5,
  status: 'submitted',
  type: 'schedule',
  other_type_text: null,
  reason: 'Nora did not come',
  opened_at: '2026-06-01T11:00:00Z',
  ended_at: null,
  held_usd: 100,
  refunded_usd: 0,
  refunding_usd: 0,
  refund_usd: 0,
  resolution: null,
  response: null,
  parties: {
    caretaker: { name: family.full_name, email: family.email, avatar: null },
    caregiver: { name: caregiver.full_name, email: caregiver.email, avatar: null },
  },
  booking: {
    id: bookingRequest.id,
    total_hours: 3,
    total_price_usd: 126,
    submitted_at: '2026-05-20T11:00:00Z',
    windows: [{ start_utc: '2026-06-01T13:00:00Z', end_utc: '2026-06-01T16:00:00Z' }],
    canceled_windows: [],
  },
  evidence: [],
  questions: [],
}

/** Who is free instead at the times of `booking`, and whom the family has asked. */
export function backupsOf(
  results: BackupCaregivers['results'],
  changes: Partial<BackupCaregivers> = {},
): BackupCaregivers {
  return {
    ...listOf(results),
    requested: [],
    windows: booking.windows,
    place: { city: 'Brooklyn', country: 'United States' },
    excluded: [caregiver.id],
    care: 'newborn specialist',
    ...changes,
  }
}

/** What home says of so many requests to pay, or to answer. */
export function openRequests(
  count: number,
  more: Partial<HomeResponse['open_requests']> = {},
): HomeResponse['open_requests'] {
  return { count, oldest_id: count > 0 ? 7 : null, only: null, are_alternatives: false, ...more }
}

/** The overview of someone without anything. */
export function homeOf(more: Partial<HomeResponse>): HomeResponse {
  return {
    next_visit: null,
    visit_to_review: null,
    move_to_answer: null,
    open_dispute_id: null,
    open_disputes: { count: 0, to_answer: 0 },
    open_requests: openRequests(0),
    waiting_requests: 0,
    lost_requests: 0,
    only_lost_request: null,
    waiting_meetings: 0,
    next_meeting: null,
    meetings_to_answer: 0,
    unread_messages: 0,
    wallet: null,
    verification_status: null,
    expiring_documents: [],
    requested_documents: [],
    missing: [],
    ...more,
  }
}

/** What canceling the booking would do; by default all of it comes back. */
export function cancellation(changes: Partial<CancellationPreview> = {}): CancellationPreview {
  return {
    policy: 'moderate',
    timezone: 'America/New_York',
    windows: [
      {
        booking_id: 31,
        start_utc: '2026-06-02T13:00:00Z',
        end_utc: '2026-06-02T16:00:00Z',
        price_usd: 126,
        refund_percent: 100,
        refund_usd: 126,
        kept_usd: 0,
        refund_until: null,
      },
    ],
    refund_usd: 126,
    kept_usd: 0,
    completion_rate: null,
    ...changes,
  }
}

/** What blocking someone would cancel: one visit, with all of its price back. */
export function blockPreview(changes: Partial<BlockPreview> = {}): BlockPreview {
  const { windows, refund_usd, kept_usd } = cancellation()
  const visits = windows.map(({ booking_id, start_utc, end_utc, refund_usd: refund, kept_usd: kept }) => ({
    booking_id,
    start_utc,
    end_utc,
    refund_usd: refund,
    kept_usd: kept,
  }))
  return { visits, refund_usd, kept_usd, disputed: 0, completion_rate: null, ...changes }
}

/** Blocking someone with whom no paid visit is ahead. */
export const emptyBlockPreview = blockPreview({ visits: [], refund_usd: 0 })

/** What the server answers until the user has confirmed who they are. */
export const proofRequired = {
  detail: "Please confirm it's you, then try again",
  code: 'reauthentication_required',
  methods: ['password'],
}

export const expiringCertificate: DocumentState = {
  document: 'certificate',
  is_checked: true,
  expires_on: '2026-06-20',
  is_expired: false,
  is_expiring: true,
  can_renew: true,
  renewal: null,
  decline_reason: null,
}
