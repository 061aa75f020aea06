/** What staff opened of someone's data, and why. @see docs/rules/console.md#what-is-read-is-recorded */
import { z } from 'zod'
import { DOCUMENT_FIELDS } from '../profiles/profiles.ts'
import { idSchema, instantSchema, pageQuery } from '../wire.ts'

export const ACCESS_REASONS = [
  'help',
  'booking',
  'dispute',
  'payment',
  'identity',
  'safety',
  'legal',
] as const
export type AccessReason = (typeof ACCESS_REASONS)[number]

/** The name of each reason, for the staff who choose it and for the person whose data it is. */
export const ACCESS_REASON_NAMES: Readonly<Record<AccessReason, string>> = {
  help: 'A request for help',
  booking: 'A question about a booking',
  dispute: 'A dispute or a report',
  payment: 'A payment or a refund',
  identity: 'A check of identity',
  safety: 'Somebody’s safety',
  legal: 'A legal duty',
}

export const accessReason = z.enum(ACCESS_REASONS, { error: 'Choose a reason' })

/** How many different people's details one member of staff can open in a UTC day. */
export const SHOWN_PEOPLE_A_DAY = 60

/** POST …/show: why it is shown. */
export const showBody = z.strictObject({ reason: accessReason })

/**
 * The kinds of data that staff can open, such as contact details or the notes on a visit. Each opening is
 * recorded.
 */
export const ACCESSED = [
  'contact',
  'visit',
  'messages',
  'document',
  'evidence',
  'dispute',
  'background_check',
] as const
export type Accessed = (typeof ACCESSED)[number]

/** GET /api/account/staff-access: newest first. It leaves out who it was. */
export const staffAccessQuery = z.strictObject(pageQuery(5))
export const staffAccess = z.object({
  id: idSchema,
  at: instantSchema,
  what: z.enum(ACCESSED),
  /** The document that was opened; null if something else was. */
  document: z.enum(DOCUMENT_FIELDS).nullable(),
  /**
   * The request of the booking or dispute that was opened; null for anything else, and for a booking that was
   * opened for somebody's safety.
   */
  request_id: idSchema.nullable(),
  dispute_id: idSchema.nullable(),
  /** Null where what was opened says why: papers, and disputes with their evidence. */
  reason: accessReason.nullable(),
})
export type StaffAccess = z.infer<typeof staffAccess>
