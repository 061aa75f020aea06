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

/** As staff choose them, and as the owner reads them. */
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
 * What of a person's data staff opened: their contact details and address, what a request says about a visit
 * …
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
  /** Which paper it was; null for others. */
  document: z.enum(DOCUMENT_FIELDS).nullable(),
  /**
   * The booking or dispute it belongs to; null for others, and for a booking where the reason is somebody's
   * safety.
   */
  request_id: idSchema.nullable(),
  dispute_id: idSchema.nullable(),
  /** Null where what was opened says why: papers, and disputes with their evidence. */
  reason: accessReason.nullable(),
})
export type StaffAccess = z.infer<typeof staffAccess>
