import { z } from 'zod'
import { walletBalances } from '../payments/wallet.ts'
import { DOCUMENT_FIELDS, documentRequest, VERIFICATION_STATUSES } from '../profiles/profiles.ts'
import { idSchema, instantSchema, localDateSchema, usdSchema } from '../wire.ts'

/** What a person may have to do before they can be booked, or book with ease. @see docs/rules/home.md */
export const SETUP_STEPS = ['profile', 'documents', 'verification', 'availability'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const nextVisit = z.object({
  request_id: idSchema,
  booking_id: idSchema,
  /** The other side. */
  person_name: z.string(),
  person_avatar: z.string().nullable(),
  start_utc: instantSchema,
  end_utc: instantSchema,
  timezone: z.string(),
})
export type NextVisit = z.infer<typeof nextVisit>

const visitToReview = z.object({
  booking_id: idSchema,
  caregiver_name: z.string(),
  start_utc: instantSchema,
})

const moveToAnswer = z.object({
  request_id: idSchema,
  /** The side that proposes another time. */
  person_name: z.string(),
  expires_at: instantSchema,
  /** How many proposals wait for this side, this one included. */
  count: z.int(),
})

/** A verified caregiver's document that has expired or does so within 30 days. */
const expiringDocument = z.object({
  document: z.enum(DOCUMENT_FIELDS),
  expires_on: localDateSchema,
  is_expired: z.boolean(),
  /** A new file waits for a decision. */
  has_renewal: z.boolean(),
})
export type ExpiringDocument = z.infer<typeof expiringDocument>

/** A request without any other one beside it. */
const onlyRequest = z.object({
  /** The other side. */
  person_name: z.string(),
  windows: z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema })),
  price_usd: usdSchema,
})

/** What matters now to a family or a caregiver. @see docs/rules/home.md */
export const homeResponse = z.object({
  /** The booking under way, or else the next one. */
  next_visit: nextVisit.nullable(),
  /** A family's latest visit that waits for its review; null for a caregiver. */
  visit_to_review: visitToReview.nullable(),
  /** The proposal to move a booking that this side has to answer first; null without one. */
  move_to_answer: moveToAnswer.nullable(),
  /** The newest open dispute about the person's bookings, first those to answer; null without one. */
  open_dispute_id: idSchema.nullable(),
  /** How many disputes about the person's bookings are open, and how many of them wait for their answer. */
  open_disputes: z.object({ count: z.int(), to_answer: z.int() }),
  /** Requests that wait for this side: for a family to pay, for a caregiver to answer. */
  open_requests: z.object({
    count: z.int(),
    oldest_id: idSchema.nullable(),
    /** The request, if there is one alone; null otherwise. */
    only: onlyRequest.nullable(),
    /** Whether there are several, and all are of one group, so that a family pays one of them. */
    are_alternatives: z.boolean(),
  }),
  /** A family's requests without an answer; 0 for a caregiver. */
  waiting_requests: z.int(),
  /** A family's requests that came to nothing and whose hours are still ahead and open; 0 for a caregiver. */
  lost_requests: z.int(),
  /** The one of them, if there is one alone; null otherwise. */
  only_lost_request: onlyRequest.nullable(),
  /** A family's meetings without an answer; 0 for a caregiver. */
  waiting_meetings: z.int(),
  /** The accepted meeting that is under way or comes next; null without one. */
  next_meeting: z.object({ person_name: z.string(), start_utc: instantSchema }).nullable(),
  /** Meetings that wait for a caregiver's answer; 0 for a family. */
  meetings_to_answer: z.int(),
  unread_messages: z.int(),
  /** Null for a family. */
  wallet: walletBalances.nullable(),
  /** Null for a family. */
  verification_status: z.enum(VERIFICATION_STATUSES).nullable(),
  expiring_documents: z.array(expiringDocument),
  /** A caregiver's documents that staff want a new file of. */
  requested_documents: z.array(documentRequest),
  /** The setup steps that are not done, in the order of `SETUP_STEPS`. */
  missing: z.array(z.enum(SETUP_STEPS)),
})
export type HomeResponse = z.infer<typeof homeResponse>
