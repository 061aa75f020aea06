import { z } from 'zod'
import { SEARCH_MAXIMUM } from '../reference.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  queryInteger,
  requiredText,
  text,
  usdSchema,
} from '../wire.ts'
import { DISPUTE_TYPES } from './dispute-types.ts'

export const DISPUTE_STATUSES = ['submitted', 'escalated', 'closed', 'rejected'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

const typeValues = DISPUTE_TYPES.map(({ value }) => value)
const statusSchema = z.enum(DISPUTE_STATUSES, { error: 'Unknown status' })
const typeSchema = z.enum(typeValues, { error: 'Unknown type' })

export const DISPUTE_REASON_MAXIMUM = 4_000
export const DISPUTE_OTHER_MAXIMUM = 200
const REASON_MISSING = 'Please provide a reason for the dispute'
const OTHER_MISSING = 'Please provide details for "Other" dispute type'

/** The fields are checked in this order. @see docs/rules/disputes.md#opening */
export const disputeBody = z
  .strictObject({
    /** The id of the paid request. */
    booking_request: z.int({ error: 'Please select a booking' }).pipe(idSchema),
    type: z.enum(typeValues, { error: 'Please select a dispute type' }),
    reason: text('Reason', DISPUTE_REASON_MAXIMUM, REASON_MISSING)
      .transform((value) => value.trim())
      .refine((value) => value !== '', { error: REASON_MISSING }),
    /** Required for the type `other`, dropped for any other type. */
    other_type_text: text('Details', DISPUTE_OTHER_MAXIMUM).optional(),
  })
  .refine(({ type, other_type_text: other }) => type !== 'other' || Boolean(other?.trim()), {
    path: ['other_type_text'],
    error: OTHER_MISSING,
  })
export type DisputeBody = z.infer<typeof disputeBody>

export const DISPUTE_PAGE_SIZE = 20

/** The dates are UTC days, both included. */
const filters = {
  q: text('Search', SEARCH_MAXIMUM).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
}

/**
 * Prepares a search text for matching numbers and labels (`DPT-12`): trims it and drops a leading `#`.
 * Shared, so that the browser and the server match in the same way.
 */
export function stripHash(q: string): string {
  return q.trim().replace(/^#/, '')
}

/**
 * Filters of a dispute list; `date_from` and `date_to` limit when it was opened.
 * @see docs/rules/disputes.md#lists
 */
export const disputesQuery = z.strictObject({
  ...filters,
  type: typeSchema.optional(),
  status: statusSchema.optional(),
  booking_id: queryInteger('Booking', { min: 1, max: 999_999_999 }).optional(),
  ...pageQuery(DISPUTE_PAGE_SIZE),
})

/** Filters of the bookings to dispute; `date_from` and `date_to` limit when the request was sent. */
export const availableBookingsQuery = z.strictObject({ ...filters, ...pageQuery(50) })

const utcWindows = z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema }))

/** A paid request that its family can dispute: its windows that were not canceled, with their hours and price. */
export const availableBooking = z.object({
  id: idSchema,
  caregiver_name: z.string(),
  windows: utcWindows,
  total_price_usd: usdSchema,
  total_hours: z.number(),
  submitted_at: instantSchema,
})
export type AvailableBooking = z.infer<typeof availableBooking>

/** What both sides' lists show of a dispute. */
const listedFields = {
  id: idSchema,
  status: statusSchema,
  type: typeSchema,
  other_type_text: z.string().nullable(),
  reason: z.string(),
  booking_id: idSchema,
  opened_at: instantSchema,
}

/** A row of the family's list. */
export const ownDispute = z.object({
  ...listedFields,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
})
export type OwnDispute = z.infer<typeof ownDispute>

/** A row of the caregiver's list. */
export const assignedDispute = z.object({
  ...listedFields,
  caretaker_name: z.string(),
  /** The family's address is for admins. @see docs/rules/disputes.md#who-sees-a-dispute */
  caretaker_email: z.null(),
  caretaker_avatar: z.string().nullable(),
  /** When the caregiver said their side last; null while they haven't. */
  responded_at: instantSchema.nullable(),
})
export type AssignedDispute = z.infer<typeof assignedDispute>

/**
 * `email` is null unless the reader is this person or staff.
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
const party = z.object({ name: z.string(), email: z.string().nullable(), avatar: z.string().nullable() })

/** The most characters of a question, an answer and a resolution. */
export const DISPUTE_TEXT_MAXIMUM = 2_000
const sideSchema = z.enum(SIGNUP_ROLES, { error: 'Side must be caretaker or caregiver' })
export const disputeText = (label: string) =>
  requiredText(label, DISPUTE_TEXT_MAXIMUM).transform((value) => value.trim())

/**
 * `url` opens only for this viewer and expires in 10 minutes.
 * @see docs/rules/profiles-and-files.md#file-links
 */
export const evidenceItem = z.object({
  id: idSchema,
  url: z.string(),
  kind: z.enum(['pdf', 'image']),
  caption: z.string(),
  uploaded_at: instantSchema,
  uploaded_by_name: z.string(),
  uploaded_by: sideSchema,
  /** The size of the file as uploaded; it counts towards `EVIDENCE_LIMITS` of its side. */
  bytes: z.int(),
})
export type Evidence = z.infer<typeof evidenceItem>

/** How often a side can answer one question. */
export const ANSWERS_MAXIMUM = 10

const disputeAnswer = z.object({ id: idSchema, text: z.string(), answered_at: instantSchema })

/**
 * What staff asked one side, and what that side answered, oldest first.
 * @see docs/rules/disputes.md#questions
 */
export const disputeQuestion = z.object({
  id: idSchema,
  side: sideSchema,
  text: z.string(),
  asked_at: instantSchema,
  answers: z.array(disputeAnswer),
})
export type DisputeQuestion = z.infer<typeof disputeQuestion>

/** `question_id` may be left out: the answer is then to the side's newest question. */
export const disputeAnswerBody = z.strictObject({
  question_id: z.int({ error: 'Question must be a number' }).pipe(idSchema).optional(),
  text: disputeText('Answer'),
})

/** A caregiver's answer to a dispute. @see docs/rules/disputes.md#the-caregivers-answer */
export const disputeReplyBody = z.strictObject({
  text: requiredText('Answer', DISPUTE_REASON_MAXIMUM).transform((value) => value.trim()),
})
export type DisputeReplyBody = z.infer<typeof disputeReplyBody>

export const disputeResponse = z.object({
  id: idSchema,
  status: statusSchema,
  type: typeSchema,
  other_type_text: z.string().nullable(),
  reason: z.string(),
  /** What the caregiver says to it; null until they answer. */
  response: z.object({ text: z.string(), written_at: instantSchema }).nullable(),
  opened_at: instantSchema,
  /** Null while the dispute is open. */
  ended_at: instantSchema.nullable(),
  /** What was held when the dispute opened, and the refund that staff decided on. */
  held_usd: usdSchema,
  refund_usd: usdSchema,
  /**
   * What of `refund_usd` was sent back, and what is on its way. The family's bank has given back the rest
   * itself.
   */
  refunded_usd: usdSchema,
  refunding_usd: usdSchema,
  /**
   * What staff wrote to both sides when the dispute ended; null while it is open, or if the family closed
   * it.
   */
  resolution: z.string().nullable(),
  parties: z.object({ caretaker: party, caregiver: party }),
  booking: z.object({
    id: idSchema,
    /** The hours of `windows`. */
    total_hours: z.number(),
    /** What the booking costs the family: its price less what its canceled windows give back. */
    total_price_usd: usdSchema,
    submitted_at: instantSchema,
    /** In order of time, those that were not canceled, and those that were. */
    windows: utcWindows,
    canceled_windows: utcWindows,
  }),
  evidence: z.array(evidenceItem),
  /** The questions to the reader's own side, oldest first; staff get those to both sides. */
  questions: z.array(disputeQuestion),
})
export type Dispute = z.infer<typeof disputeResponse>

/** The refund to the family, in dollars. */
export const disputeRefund = z
  .number({ error: 'Enter an amount' })
  .min(0, { error: 'Enter an amount of 0 or more' })
  .max(1_000_000, { error: 'Enter a smaller amount' })
  .refine((usd) => Math.round(usd * 100) / 100 === usd, { error: 'Enter an amount in whole cents' })
  .default(0)

/** What both sides read about the end of a dispute. */
export const disputeResolution = disputeText('Resolution').default('We reviewed this dispute and closed it.')

/**
 * Both fields are used only when staff close the dispute, not when its family does.
 * @see docs/rules/disputes.md#closing
 */
export const closeDisputeBody = z.strictObject({
  refund_usd: disputeRefund,
  resolution: disputeResolution,
})

export const EVIDENCE_CAPTION_MAXIMUM = 300
