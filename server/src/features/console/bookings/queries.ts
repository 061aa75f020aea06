import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import type { BookingRecord, BookingWindow } from '@tendwell/contract/console/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { getBookingState, sumRefunds, toHours, toMoveResponse } from '../../bookings/index.ts'
import { toPaymentStatus } from '../../payments/index.ts'
import { toAvatarUrl, type UserRow } from '../../people/index.ts'
import { toStaffReason } from '../money/refund-reason.ts'
import { maskEmail } from '../people/masking.ts'
import { type BookingRows, readBooking } from './rows.ts'
import { toTimeline } from './timeline.ts'
import { findVisitRefund, listBookingRefunds } from './visit-refunds.ts'

/**
 * The record of a request: its people, visits, money, disputes and timeline. Children, address and note are
 * not in it: `showVisitDetails` shows them. Emails are masked.
 * @throws AppError 404 for an unknown request
 * @see docs/rules/console.md#records
 */
export async function getBookingRecord(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Pick<Actor, 'staffRole'>,
  requestId: number,
): Promise<BookingRecord> {
  const rows = await readBooking(database, requestId)
  const { request } = rows
  const now = clock.now()
  return {
    id: request.id,
    status: request.status,
    rejection_cause: request.rejectionCause,
    is_paid: request.paidAt !== null,
    caregiver: toParty(rows.caregiver),
    caretaker: toParty(rows.caretaker),
    submitted_at: request.submittedAt.toISOString(),
    timezone: request.timezone,
    total_hours: toHours(request.totalMinutes),
    total_price_usd: usdFromCents(request.priceCents),
    hourly_rate_snapshot_usd: usdFromCents(request.rateCents),
    service_fee_usd: usdFromCents(request.serviceFeeCents),
    cancellation_policy: request.cancellationPolicy,
    has_visit_details: staffRole !== 'finance' && hasVisitDetails(request.visit),
    windows: toWindows(rows, now),
    payments: rows.payments.map((payment) => toPayment(payment, rows.refunds, staffRole)),
    ...sumRefunds(rows.refunds),
    refunds: rows.refunds.map((refund) => toRefund(refund, staffRole)),
    moves: rows.moves.map(toMoveResponse),
    disputes: rows.disputes.map(({ id, status, openedAt }) => ({
      id,
      status,
      opened_at: openedAt.toISOString(),
    })),
    messages: rows.messages,
    timeline: toTimeline(rows, now),
  }
}

/** Whether the request says anything about its visits that staff have to open. */
function hasVisitDetails({ children, note, address }: VisitDetails): boolean {
  return children.length > 0 || note !== '' || address !== null
}

/** One side of the booking, with a masked email. */
function toParty(user: UserRow): BookingRecord['caregiver'] {
  const { id, fullName: name, email, isActive, suspendedUntil } = user
  return {
    id,
    name,
    email: maskEmail(email),
    avatar: toAvatarUrl(user),
    is_active: isActive,
    is_suspended: suspendedUntil !== null,
  }
}

/**
 * The windows of a request. If it is paid, they are those of its visits, which may have been moved, each with
 * its state and refunds.
 */
export function toWindows(
  { windows, visits, refunds }: Pick<BookingRows, 'windows' | 'visits' | 'refunds'>,
  now: Date,
): BookingWindow[] {
  if (visits.length === 0) {
    return windows.map((window) => ({
      booking_id: null,
      start_utc: window.startsAt.toISOString(),
      end_utc: window.endsAt.toISOString(),
      state: null,
      canceled_by: null,
      canceled_for: null,
      cancel_reason: null,
      price_usd: null,
      refund_usd: null,
      owed_usd: null,
      refund_status: null,
      booking_refunds: [],
    }))
  }
  const states = visits.map((visit) => getBookingState(visit, now))
  const bookingRefunds = listBookingRefunds(states, refunds)
  const allBookings = visits.map(({ booking }) => booking)
  return visits.map(({ booking, window }, index) => ({
    booking_id: booking.id,
    start_utc: window.startsAt.toISOString(),
    end_utc: window.endsAt.toISOString(),
    state: states[index] ?? null,
    canceled_by: booking.canceledBy,
    canceled_for: booking.canceledFor,
    cancel_reason: booking.cancelReason,
    price_usd: usdFromCents(booking.priceCents),
    refund_usd: usdFromCents(booking.refundCents),
    owed_usd: usdFromCents(booking.owedCents),
    refund_status: findVisitRefund(booking, allBookings, refunds)?.status ?? null,
    booking_refunds: bookingRefunds[index] ?? [],
  }))
}

/** A payment for the record. Support don't see how it is divided between the caregiver and us. */
function toPayment(
  payment: BookingRows['payments'][number],
  refunds: BookingRows['refunds'],
  staffRole: Actor['staffRole'],
): BookingRecord['payments'][number] {
  const refundedCents = refunds
    .filter(({ paymentId, status }) => paymentId === payment.id && status === 'succeeded')
    .reduce((total, { amountCents }) => total + amountCents, 0)
  return {
    id: payment.id,
    status: toPaymentStatus(payment, refundedCents),
    created_at: payment.createdAt.toISOString(),
    paid_at: payment.paidAt?.toISOString() ?? null,
    amount_usd: usdFromCents(payment.amountCents),
    fee_usd: staffRole === 'support' ? null : usdFromCents(payment.feeCents),
    refunded_usd: usdFromCents(refundedCents),
    refund_pending_usd: usdFromCents(payment.refundCents - refundedCents),
    escrow_usd: staffRole === 'support' ? null : usdFromCents(payment.escrowCents),
    held_usd: staffRole === 'support' ? null : usdFromCents(payment.heldCents),
    failure_reason: payment.failureReason,
  }
}

/** A refund for the record. Support don't see its reference, which may name an account. */
function toRefund(
  refund: BookingRows['refunds'][number],
  staffRole: Actor['staffRole'],
): BookingRecord['refunds'][number] {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    created_at: refund.createdAt.toISOString(),
    amount_usd: usdFromCents(refund.amountCents),
    reason: toStaffReason(refund.reason),
    reference: staffRole === 'support' ? null : refund.reference,
    failure_reason: refund.failureReason,
  }
}
