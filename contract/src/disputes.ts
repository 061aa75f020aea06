import { z } from 'zod'
import { DISPUTE_TYPES, SEARCH_MAXIMUM } from './reference.ts'
import { idSchema, instantSchema, localDateSchema, pageQuery, queryInteger, text, usdSchema } from './wire.ts'

export const DISPUTE_STATUSES = ['submitted', 'escalated', 'closed', 'rejected'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

const typeValues = DISPUTE_TYPES.map(({ value }) => value)
const statusSchema = z.enum(DISPUTE_STATUSES, { error: 'Unknown status' })
const typeSchema = z.enum(typeValues, { error: 'Unknown type' })

export const DISPUTE_REASON_MAXIMUM = 4_000
export const DISPUTE_OTHER_MAXIMUM = 200
const OTHER_MISSING = 'Please provide details for "Other" dispute type'

function requiredText(message: string, label: string, maximum: number) {
  return text(label, maximum)
    .transform((value) => value.trim())
    .refine((value) => value !== '', { error: message })
}

/** Checked in this order. @see docs/rules/disputes.md#opening */
export const disputeBody = z
  .strictObject({
    /** The id of the paid request. */
    booking_request: z.int({ error: 'Please select a booking' }).pipe(idSchema),
    type: z.enum(typeValues, { error: 'Please select a dispute type' }),
    reason: requiredText('Please provide a reason for the dispute', 'Reason', DISPUTE_REASON_MAXIMUM),
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
 * Prepares a search text for matching numbers and labels (`DPT-12`): trims it and drops a leading `#`. Shared, so that
 * the browser and the server match in the same way.
 */
export function stripHash(q: string): string {
  return q.trim().replace(/^#/, '')
}

/** Filters of a dispute list; `date_from` and `date_to` limit when it was opened. @see docs/rules/disputes.md#lists */
export const disputesQuery = z.strictObject({
  ...filters,
  type: typeSchema.optional(),
  status: statusSchema.optional(),
  booking_id: queryInteger('Booking', { min: 1, max: 999_999_999 }).optional(),
  ...pageQuery(DISPUTE_PAGE_SIZE),
})

/** Filters of the bookings to dispute; `date_from` and `date_to` limit when the request was sent. */
export const availableBookingsQuery = z.strictObject({ ...filters, ...pageQuery(50) })

/** A paid request that its family can dispute, with the windows that were not canceled. */
export const availableBooking = z.object({
  id: idSchema,
  caregiver_name: z.string(),
  windows: z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema })),
  total_price_usd: usdSchema,
  total_hours: z.number(),
  submitted_at: instantSchema,
})
export type AvailableBooking = z.infer<typeof availableBooking>

const listed = {
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
  ...listed,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
})
export type OwnDispute = z.infer<typeof ownDispute>

/** A row of the caregiver's list. */
export const assignedDispute = z.object({
  ...listed,
  caretaker_name: z.string(),
  /** The family's address is for admins. @see docs/rules/disputes.md#who-sees-a-dispute */
  caretaker_email: z.null(),
  caretaker_avatar: z.string().nullable(),
})
export type AssignedDispute = z.infer<typeof assignedDispute>

/** `email` is null unless the reader is this person or an admin. @see docs/rules/disputes.md#who-sees-a-dispute */
const party = z.object({ name: z.string(), email: z.string().nullable(), avatar: z.string().nullable() })

/** `url` opens only for this viewer and expires in 10 minutes. @see docs/rules/profiles-and-files.md#file-links */
export const evidenceItem = z.object({
  id: idSchema,
  url: z.string(),
  kind: z.enum(['pdf', 'image']),
  caption: z.string(),
  uploaded_at: instantSchema,
  uploaded_by_name: z.string(),
})
export type Evidence = z.infer<typeof evidenceItem>

export const disputeResponse = z.object({
  id: idSchema,
  status: statusSchema,
  type: typeSchema,
  other_type_text: z.string().nullable(),
  reason: z.string(),
  opened_at: instantSchema,
  /** Null while it is open. */
  ended_at: instantSchema.nullable(),
  /** What was held when it opened, and what the family got back in the end. */
  held_usd: usdSchema,
  refund_usd: usdSchema,
  parties: z.object({ caretaker: party, caregiver: party }),
  booking: z.object({
    id: idSchema,
    total_hours: z.number(),
    total_price_usd: usdSchema,
    submitted_at: instantSchema,
  }),
  evidence: z.array(evidenceItem),
})
export type Dispute = z.infer<typeof disputeResponse>

/** An admin may refund part of the money; an empty body refunds nothing. @see docs/rules/disputes.md#closing */
export const closeDisputeBody = z.strictObject({
  refund_usd: z
    .number({ error: 'Enter an amount' })
    .min(0, { error: 'Enter an amount of 0 or more' })
    .max(1_000_000, { error: 'Enter a smaller amount' })
    .refine((usd) => Math.round(usd * 100) / 100 === usd, { error: 'Enter an amount in whole cents' })
    .default(0),
})

export const EVIDENCE_CAPTION_MAXIMUM = 300

/** A row of the console's list. */
export const adminDispute = z.object({
  id: idSchema,
  booking_id: idSchema,
  caretaker_id: idSchema,
  caregiver_id: idSchema,
  caretaker_name: z.string(),
  caregiver_name: z.string(),
  opened_at: instantSchema,
  status: statusSchema,
  type: typeSchema,
})
export type AdminDispute = z.infer<typeof adminDispute>
