/** Disputes in the console. @see docs/rules/console.md#disputes */
import { z } from 'zod'
import { waitingRefund } from '../payments/staff-refunds.ts'
import { DISPUTE_TYPES } from '../safety/dispute-types.ts'
import { DISPUTE_STATUSES, disputeResolution, disputeResponse, disputeText } from '../safety/disputes.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import { idSchema, instantSchema, pageSchema, usdSchema } from '../wire.ts'
import { bookingWindow } from './bookings.ts'

const person = z.object({ id: idSchema, name: z.string() })
export type DisputeStaff = z.infer<typeof person>

export const DISPUTE_ASSIGNEES = ['me', 'nobody', 'anyone'] as const
export type DisputeAssignee = (typeof DISPUTE_ASSIGNEES)[number]

/** A row of the console's list. */
export const adminDispute = z.object({
  id: idSchema,
  booking_id: idSchema,
  caretaker_id: idSchema,
  caregiver_id: idSchema,
  caretaker_name: z.string(),
  caregiver_name: z.string(),
  opened_at: instantSchema,
  status: z.enum(DISPUTE_STATUSES),
  type: z.enum(DISPUTE_TYPES.map(({ value }) => value)),
  assignee: person.nullable(),
})
export type AdminDispute = z.infer<typeof adminDispute>

/** A step in a dispute's life. */
export const DISPUTE_EVENTS = [
  'opened',
  'evidence_added',
  'question_asked',
  'answered',
  'escalated',
  'rejected',
  'closed',
  'refund_requested',
  'refund_sent',
  'refund_taken_back',
] as const
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number]

const disputeStep = z.object({
  at: instantSchema,
  event: z.enum(DISPUTE_EVENTS),
  /** Who took the step; null for the system. */
  by: person.nullable(),
  /** The side that was asked, or the file's caption. */
  detail: z.string().nullable(),
  amount_usd: usdSchema.nullable(),
})
export type DisputeStep = z.infer<typeof disputeStep>

/** A dispute with everything that happened to it. @see docs/rules/console.md#disputes */
export const disputeRecord = disputeResponse.extend({
  caretaker_id: idSchema,
  caregiver_id: idSchema,
  assignee: person.nullable(),
  /** The visits of the disputed booking, in order of time. */
  windows: z.array(bookingWindow),
  /** How much of this booking the reader may refund without an approval; null without a limit. */
  alone_usd: usdSchema.nullable(),
  /** The decision that waits for finance or an admin. */
  waiting_refund: waitingRefund.nullable(),
  /** How many messages the two sides wrote. */
  messages: z.int(),
  /** Oldest first. */
  timeline: z.array(disputeStep),
})
export type DisputeRecord = z.infer<typeof disputeRecord>

/** Both sides read the resolution. The console sends one. */
export const rejectDisputeBody = z.strictObject({ resolution: disputeResolution })

/** Null takes the dispute back from its assignee. */
export const assignDisputeBody = z.strictObject({
  assignee_id: z.int({ error: 'Choose a person, or null' }).pipe(idSchema).nullable(),
})

export const disputeQuestionBody = z.strictObject({
  side: z.enum(SIGNUP_ROLES, { error: 'Side must be caretaker or caregiver' }),
  text: disputeText('Question'),
})

/** The staff that disputes can be assigned to, by name. */
export const disputeStaffResponse = pageSchema(person)
