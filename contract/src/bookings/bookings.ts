import { z } from 'zod'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import { HOLD_CAUSES } from '../payments/holds.ts'
import { REFUND_STATUSES } from '../payments/payments.ts'
import { HOUR_MS } from '../time.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  localTimeSchema,
  pageQuery,
  usdSchema,
  zoneSchema,
} from '../wire.ts'
import { moveResponse } from './moves.ts'
import { REJECT_REASONS } from './reject-reasons.ts'
import { visitBodyFields, visitChild, visitFields } from './visits.ts'

export const REQUEST_STATUSES = ['submitted', 'accepted', 'rejected'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/**
 * Why a request was rejected: by the caregiver, or automatically because another family paid first
 * (`conflict`), its hours began before it was paid (`expired`), the caregiver no longer offered them or is no
 * longer listed (`unavailable`), or the family withdrew it or closed its account (`withdrawn`).
 * @see docs/rules/bookings.md#request-states
 */
export const REJECTION_CAUSES = ['caregiver', 'conflict', 'expired', 'unavailable', 'withdrawn'] as const
export type RejectionCause = (typeof REJECTION_CAUSES)[number]

export const WINDOWS_PER_REQUEST_MAXIMUM = 31

/** The least that a request may come to, in cents. @see docs/rules/bookings.md#price */
export const REQUEST_MINIMUM_CENTS = 500

/** After how many hours a caregiver is reminded of a request without an answer. */
export const UNANSWERED_HOURS = [4, 24] as const
/** How old a request without an answer is when its family is offered other caregivers. */
export const OFFER_OTHERS_AFTER_MS = 24 * HOUR_MS

/** Who canceled a booking. `admin` is Tendwell: staff or, after a chargeback, the product itself. */
export const CANCELED_BY = ['caretaker', 'caregiver', 'admin'] as const
export type CanceledBy = (typeof CANCELED_BY)[number]

export const BOOKING_STATES = ['upcoming', 'in_progress', 'completed', 'canceled'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

const windowInstant = z.iso.datetime({ error: 'Enter a UTC time such as 2026-12-01T14:00:00Z' })

/**
 * A window in the wall time of the request's `timezone`; an end that is not after the start is on the next
 * day. When clocks go back, a wall time occurs twice: the optional instants say which one is meant and must
 * agree with it. Without them the shortest interval that offered slots make up is used.
 * @see docs/rules/bookings.md#requests
 */
export const requestWindow = z
  .strictObject({
    date: localDateSchema,
    start: localTimeSchema,
    end: localTimeSchema,
    start_utc: windowInstant.optional(),
    end_utc: windowInstant.optional(),
  })
  .refine(({ start_utc, end_utc }) => (start_utc === undefined) === (end_utc === undefined), {
    error: 'Send start_utc and end_utc together',
  })
export type RequestWindow = z.infer<typeof requestWindow>

const requestWindows = z
  .array(requestWindow, { error: 'Please select at least one window' })
  .min(1, { error: 'Please select at least one window' })
  .max(WINDOWS_PER_REQUEST_MAXIMUM, {
    error: `Please select at most ${WINDOWS_PER_REQUEST_MAXIMUM} windows`,
  })

export const requestBody = z.strictObject({
  caregiver_id: idSchema,
  timezone: zoneSchema,
  windows: requestWindows,
  /**
   * An earlier request of the family in whose place this caregiver is asked: both are of one group.
   * @see docs/rules/bookings.md#asking-several
   */
  instead_of: idSchema.optional(),
  ...visitBodyFields,
})
export type RequestBody = z.infer<typeof requestBody>

/** A proposal to move bookings of a request to other times. @see docs/rules/bookings.md#moving */
export const moveBody = z.strictObject({
  booking_ids: z
    .array(idSchema, { error: 'Choose the visits to move' })
    .min(1, { error: 'Choose the visits to move' })
    .max(WINDOWS_PER_REQUEST_MAXIMUM, { error: `Choose at most ${WINDOWS_PER_REQUEST_MAXIMUM} visits` }),
  timezone: zoneSchema,
  windows: requestWindows,
})
export type MoveBody = z.infer<typeof moveBody>

/**
 * What was refunded of a paid request's payment: for canceled visits, by a dispute or by staff. A refund is
 * of the payment, not of one visit. All amounts are 0 until the request is paid.
 * @see docs/rules/money.md#what-both-sides-read-of-refunds
 */
const refundFields = {
  /** What was sent back. */
  refunded_usd: usdSchema,
  /** What is on its way back. */
  refunding_usd: usdSchema,
}

export const requestResponse = z.object({
  id: idSchema,
  caregiver: idSchema,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
  caretaker: idSchema,
  caretaker_name: z.string(),
  caretaker_avatar: z.string().nullable(),
  status: z.enum(REQUEST_STATUSES),
  rejection_cause: z.enum(REJECTION_CAUSES).nullable(),
  /** Why the caregiver rejected it; null if they gave no reason. */
  reject_reason: z.enum(REJECT_REASONS).nullable(),
  is_paid: z.boolean(),
  /** Whether the request was paid and all of its bookings were canceled. */
  is_canceled: z.boolean(),
  timezone: z.string(),
  windows: z.array(
    z.object({
      date_local: z.string(),
      start_local: z.string(),
      end_local: z.string(),
      start_utc: instantSchema,
      end_utc: instantSchema,
      /** Whether it was booked, and then canceled. */
      is_canceled: z.boolean(),
    }),
  ),
  total_hours: z.number(),
  total_price_usd: usdSchema,
  hourly_rate_snapshot_usd: usdSchema,
  service_fee_usd: usdSchema,
  /** The caregiver's policy when the request was sent. */
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
  submitted_at: instantSchema,
  /**
   * Until when the hours of an accepted request are offered to nobody else; null if they aren't held.
   * @see docs/rules/bookings.md#holding
   */
  held_until: instantSchema.nullable(),
  /**
   * For the family: its requests to other caregivers for these hours, of which it wants one. Null if it asked this
   * caregiver alone, and for the caregiver.
   * @see docs/rules/bookings.md#asking-several
   */
  group: z
    .object({
      /** How many of the others are neither paid nor closed. */
      open_others: z.int(),
      /** The other caregiver whom the family has booked for these hours. */
      booked_name: z.string().nullable(),
    })
    .nullable(),
  /**
   * The family's payment, also one that is open or failed. Null before the first checkout, and for the
   * caregiver.
   */
  payment_id: idSchema.nullable(),
  /** Whether the two sides may write to each other now. */
  can_message: z.boolean(),
  /** Whether the caller has blocked the other side. */
  has_blocked: z.boolean(),
  /**
   * Whether the family has paid with a card in its name.
   * @see docs/rules/profiles-and-files.md#card-checked
   */
  is_card_checked: z.boolean(),
  /**
   * For the caregiver: how far the visit is from their city, in kilometers from center to center. Null if one of the
   * two places isn't known, while the caregiver sees no address, and for the family.
   */
  distance_km: z.number().nullable(),
  ...refundFields,
  ...visitFields,
})
export type BookingRequest = z.infer<typeof requestResponse>

/** The caregiver's answer; a rejection may have a `reason`. */
export const requestStatusBody = z
  .strictObject({
    status: z.enum(['accepted', 'rejected'], { error: 'Status must be accepted or rejected' }),
    reason: z.enum(REJECT_REASONS, { error: 'Choose a reason from the list' }).optional(),
  })
  .refine(({ status, reason }) => status === 'rejected' || reason === undefined, {
    path: ['reason'],
    error: 'Only a rejection has a reason',
  })
export type RequestStatusBody = z.infer<typeof requestStatusBody>

/** `payment_id` names one attempt to pay; without it, the request's current payment is confirmed. */
export const confirmRequestBody = z.strictObject({ request_id: idSchema, payment_id: idSchema.optional() })

/** A paid request, with one entry of `windows` for each booking. @see docs/rules/bookings.md#bookings */
export const bookingResponse = z.object({
  request_id: idSchema,
  caregiver_id: idSchema,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
  caretaker_id: idSchema,
  caretaker_name: z.string(),
  caretaker_avatar: z.string().nullable(),
  timezone: z.string(),
  windows: z.array(
    z.object({
      booking_id: idSchema,
      date: z.string(),
      start: z.string(),
      end: z.string(),
      start_utc: instantSchema,
      end_utc: instantSchema,
      state: z.enum(BOOKING_STATES),
      canceled_by: z.enum(CANCELED_BY).nullable(),
      canceled_at: instantSchema.nullable(),
      /**
       * The side for which Tendwell canceled; null if it canceled for neither, and for a reader who may not
       * know it.
       */
      canceled_for: z.enum(CANCELED_BY).exclude(['admin']).nullable(),
      /** A value of `CANCEL_REASONS`; null where the caller may not read the other side's reason. */
      cancel_reason: z.string().nullable(),
      /** The window's share of the price. */
      price_usd: usdSchema,
      /**
       * What the caregiver keeps of that share even if the family cancels in time, because the family moved
       * the visit late.
       */
      kept_usd: usdSchema,
      /** What Tendwell refunds of that share. */
      refund_usd: usdSchema,
      /**
       * What the cancellation of the window gives back. Tendwell refunds it, unless the family's bank gives
       * it back or still decides.
       */
      owed_usd: usdSchema,
    }),
  ),
  total_hours: z.number(),
  total_price_usd: usdSchema,
  hourly_rate_snapshot_usd: usdSchema,
  service_fee_usd: usdSchema,
  /** The caregiver's policy when the request was sent. */
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
  paid_at: instantSchema,
  /** The family's payment. Null for the caregiver. */
  payment_id: idSchema.nullable(),
  /** Whether the two sides may write to each other now. */
  can_message: z.boolean(),
  /** Whether the caller has blocked the other side. */
  has_blocked: z.boolean(),
  /**
   * Whether the family has paid with a card in its name.
   * @see docs/rules/profiles-and-files.md#card-checked
   */
  is_card_checked: z.boolean(),
  /** Whether the caregiver has a page now that the caller can open. */
  is_caregiver_listed: z.boolean(),
  /**
   * Why its money is on hold, so that nothing of it can be canceled or moved; null if it isn't.
   * @see docs/rules/disputes.md#money
   */
  hold: z.enum(HOLD_CAUSES).nullable(),
  /** The open proposal to move some of its visits. */
  move: moveResponse.nullable(),
  /**
   * Why the family may cancel what is ahead for a full refund: the caregiver is under review. Always null for
   * the caregiver.
   */
  free_cancellation: z.literal('caregiver_under_review').nullable(),
  /**
   * The English name of the country of the visits, empty if it is unknown. Null when a safety report about
   * the booking is not possible.
   * @see docs/rules/safety.md#safety-on-a-booking
   */
  safety: z.object({ country: z.string() }).nullable(),
  ...refundFields,
  /** Each refund, oldest first. */
  refunds: z.array(
    z.object({
      id: idSchema,
      created_at: instantSchema,
      amount_usd: usdSchema,
      /** Why, as the caller may read it. */
      reason: z.string(),
      /** `succeeded` once it was sent; until then it is on its way. */
      status: z.enum(REFUND_STATUSES),
    }),
  ),
  ...visitFields,
})
export type Booking = z.infer<typeof bookingResponse>

/**
 * A row of a family's past: a booking of which nothing is ahead, or a request that was closed before it was
 * paid. The other of the two is null.
 * @see docs/rules/bookings.md#bookings
 */
export const pastResponse = z.object({
  booking: bookingResponse.nullable(),
  request: requestResponse.nullable(),
})
export type Past = z.infer<typeof pastResponse>

/** One booking for its page. @see docs/rules/bookings.md#reaching-each-other */
export const bookingDetail = bookingResponse.extend({
  /** As of the request, with what the profile notes now about a child whose name the reader may see, such as allergies. */
  children: z.array(visitChild.extend({ notes: z.string().optional() })),
  /**
   * Whether a caregiver reads neither the visit's details nor the phone number, because staff flagged or rejected their
   * profile; always false for the family.
   * @see docs/rules/profiles-and-files.md#restricted-caregivers
   */
  is_restricted: z.boolean(),
  /** The other side's phone number, while the caller may see it; null also if there is none. */
  phone_number: z.string().nullable(),
  /** Whether the caller may see the other side's phone number, but there is none. */
  lacks_phone: z.boolean(),
  /** Whether its owner entered a code that was sent to it; false also without a number. */
  is_phone_verified: z.boolean(),
  /** Whether the other side sees a phone number of the caller now. */
  shares_phone: z.boolean(),
  /**
   * What the caregiver receives after the fee and refunds, and when they can withdraw it at the earliest. Null
   * for the family.
   */
  earning: z.object({ amount_usd: usdSchema, withdrawable_from: instantSchema }).nullable(),
})
export type BookingDetail = z.infer<typeof bookingDetail>

/** A free slot near the requested hours, in the request's zone; a 409 on booked hours lists some. */
export const slotAlternative = z.object({
  date: z.string(),
  start: z.string(),
  end: z.string(),
  start_utc: instantSchema,
  end_utc: instantSchema,
})

export const LIST_PAGE_SIZE = 5

/**
 * A family's lists of requests that need something: those without an answer, with those that came to nothing and whose
 * hours need another caregiver, and those that are accepted and not paid.
 * @see docs/rules/bookings.md#open-requests
 */
export const OPEN_REQUESTS = ['waiting', 'to_pay'] as const
export type OpenRequests = (typeof OPEN_REQUESTS)[number]

/** Newest first; `open` limits the list to open requests. */
export const myRequestsQuery = z.strictObject({
  open: z.enum(OPEN_REQUESTS, { error: 'Open must be waiting or to_pay' }).optional(),
  ...pageQuery(LIST_PAGE_SIZE),
})

export const BOOKING_TIMES = ['upcoming', 'past'] as const
export type BookingTime = (typeof BOOKING_TIMES)[number]

/**
 * `upcoming` is soonest first, `past` latest first; without `when`, last paid first.
 * @see docs/rules/bookings.md#bookings
 */
export const bookingsQuery = z.strictObject({
  when: z.enum(BOOKING_TIMES, { error: 'When must be upcoming or past' }).optional(),
  ...pageQuery(LIST_PAGE_SIZE),
})
