import { z } from 'zod'
import { BOOKING_STATES, CANCELED_BY, REJECTION_CAUSES, REQUEST_STATUSES } from '../bookings/bookings.ts'
import { moveResponse } from '../bookings/moves.ts'
import { visitFields } from '../bookings/visits.ts'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import { PAYMENT_STATUSES, REFUND_STATUSES } from '../payments/payments.ts'
import { DISPUTE_STATUSES } from '../safety/disputes.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import { accessReason } from '../staff/staff-access.ts'
import { idSchema, instantSchema, pageQuery, usdSchema } from '../wire.ts'

const party = z.object({
  id: idSchema,
  name: z.string(),
  /** Masked. */
  email: z.string(),
  avatar: z.string().nullable(),
  is_active: z.boolean(),
  is_suspended: z.boolean(),
})

/** A step in a booking's life. */
export const TIMELINE_EVENTS = [
  'sent',
  'accepted',
  'rejected',
  'payment_failed',
  'paid',
  'move_proposed',
  'move_answered',
  'visit_canceled',
  'visit_ended',
  'refund_requested',
  'refund_sent',
  'refund_taken_back',
  'dispute_opened',
  'dispute_ended',
  'released',
] as const
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number]

const timelineEntry = z.object({
  at: instantSchema,
  event: z.enum(TIMELINE_EVENTS),
  /** The payment, refund, move, visit (booking id) or dispute it is about. */
  id: idSchema.nullable(),
  /** Who did it, or why, as a value of its kind: a side, a status or a reason. */
  detail: z.string().nullable(),
  amount_usd: usdSchema.nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** A time of the request. The fields about its booking are null until the request is paid. */
export const bookingWindow = z.object({
  booking_id: idSchema.nullable(),
  start_utc: instantSchema,
  end_utc: instantSchema,
  state: z.enum(BOOKING_STATES).nullable(),
  canceled_by: z.enum(CANCELED_BY).nullable(),
  /** The side that staff canceled for; null otherwise. */
  canceled_for: z.enum(SIGNUP_ROLES).nullable(),
  cancel_reason: z.string().nullable(),
  price_usd: usdSchema.nullable(),
  refund_usd: usdSchema.nullable(),
  /**
   * What the family gets back for the cancellation: from us, or from their bank in a chargeback, which may
   * still be open.
   */
  owed_usd: usdSchema.nullable(),
  /** How far a canceled visit's refund is; null when there is nothing to refund. */
  refund_status: z.enum(REFUND_STATUSES).nullable(),
  /**
   * What a dispute or staff refunded of the booking, as a sum per status.
   */
  booking_refunds: z.array(z.object({ status: z.enum(REFUND_STATUSES), amount_usd: usdSchema })),
})
export type BookingWindow = z.infer<typeof bookingWindow>

/** A request with everything that happened to it. @see docs/rules/console.md#records */
export const bookingRecord = z.object({
  id: idSchema,
  status: z.enum(REQUEST_STATUSES),
  rejection_cause: z.enum(REJECTION_CAUSES).nullable(),
  is_paid: z.boolean(),
  caregiver: party,
  caretaker: party,
  submitted_at: instantSchema,
  timezone: z.string(),
  total_hours: z.number(),
  total_price_usd: usdSchema,
  hourly_rate_snapshot_usd: usdSchema,
  service_fee_usd: usdSchema,
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
  /** Whether the request names children or an address, or has a note, and the caller may read them. */
  has_visit_details: z.boolean(),
  /** In order of time. */
  windows: z.array(bookingWindow),
  /** Every attempt to pay, newest first. */
  payments: z.array(
    z.object({
      id: idSchema,
      status: z.enum(PAYMENT_STATUSES),
      created_at: instantSchema,
      paid_at: instantSchema.nullable(),
      amount_usd: usdSchema,
      /** Null for support staff, like `escrow_usd` and `held_usd`. */
      fee_usd: usdSchema.nullable(),
      /** What the provider has sent back. */
      refunded_usd: usdSchema,
      /** What is still on its way back. */
      refund_pending_usd: usdSchema,
      escrow_usd: usdSchema.nullable(),
      held_usd: usdSchema.nullable(),
      failure_reason: z.string().nullable(),
    }),
  ),
  /** What of all payments was refunded, and what is still on its way back. */
  refunded_usd: usdSchema,
  refunding_usd: usdSchema,
  refunds: z.array(
    z.object({
      id: idSchema,
      payment_id: idSchema,
      status: z.enum(REFUND_STATUSES),
      created_at: instantSchema,
      amount_usd: usdSchema,
      reason: z.string(),
      /** How the refund was paid, if not to the card. */
      reference: z.string().nullable(),
      failure_reason: z.string().nullable(),
    }),
  ),
  moves: z.array(moveResponse),
  disputes: z.array(z.object({ id: idSchema, status: z.enum(DISPUTE_STATUSES), opened_at: instantSchema })),
  /** How many messages the two wrote; opening them is audited. */
  messages: z.int(),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
})
export type BookingRecord = z.infer<typeof bookingRecord>

/** POST /api/admin-panel/bookings/{id}/visit/show: the children, address and note. */
export const shownVisit = z.object(visitFields)

export const bookingMessagesQuery = z.strictObject({ reason: accessReason, ...pageQuery(50) })
export const bookingMessage = z.object({
  id: idSchema,
  sender: z.enum(SIGNUP_ROLES),
  text: z.string(),
  /** Whether staff removed the message, so that the two people no longer see it. */
  is_removed: z.boolean(),
  created_at: instantSchema,
})
export type BookingMessage = z.infer<typeof bookingMessage>
