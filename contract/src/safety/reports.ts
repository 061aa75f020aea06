/** Reports of messages, reviews, profiles and bookings. @see docs/rules/safety.md#reports */
import { z } from 'zod'
import { idSchema, instantSchema, text } from '../wire.ts'

/** How many days after a visit, or after its cancellation, a safety report about it can be sent. */
export const SAFETY_REPORT_DAYS = 14

export const REPORT_KINDS = ['message', 'review', 'profile', 'booking'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** What a person can choose, in the order of the dialog. */
export const REPORT_REASONS = [
  'harassment',
  'outside_payment',
  'scam',
  'safety',
  'inappropriate',
  'false_information',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  harassment: 'Harassment or insults',
  outside_payment: 'Asks to pay outside Tendwell',
  scam: 'Scam or false identity',
  safety: 'I’m worried about someone’s safety',
  inappropriate: 'Inappropriate content',
  false_information: 'False information',
  other: 'Something else',
}

/**
 * What can be wrong about a booking, in the order of the dialog.
 * @see docs/rules/safety.md#safety-on-a-booking
 */
export const SAFETY_CONCERNS = [
  'hurt',
  'threatened',
  'child',
  'intoxicated',
  'other_person',
  'place',
  'other',
] as const
export type SafetyConcern = (typeof SAFETY_CONCERNS)[number]

export const SAFETY_CONCERN_LABELS: Record<SafetyConcern, string> = {
  hurt: 'Someone is hurt or ill',
  threatened: 'Threats, violence or unwanted touching',
  child: 'Someone was treated badly or left alone',
  intoxicated: 'Someone is drunk or on drugs',
  other_person: 'Someone else came, or was there',
  place: 'The place isn’t safe',
  other: 'Something else',
}

export const REPORT_TEXT_MAXIMUM = 1_000

/** By its `kind`, `id` is that of a message, a review, a person (`profile`) or a paid request (`booking`). */
export const reportBody = z
  .strictObject({
    kind: z.enum(REPORT_KINDS, { error: 'Kind must be message, review, profile or booking' }),
    id: idSchema,
    reason: z.enum(REPORT_REASONS, { error: 'Please choose a reason' }),
    /** What is wrong; required for the kind `booking`, refused for others. */
    concern: z.enum(SAFETY_CONCERNS, { error: 'Please choose what is wrong' }).optional(),
    text: text('Details', REPORT_TEXT_MAXIMUM)
      .transform((value) => value.trim())
      .default(''),
  })
  .refine(({ kind, reason }) => kind !== 'booking' || reason === 'safety', {
    path: ['reason'],
    error: 'The reason must be safety',
  })
  .refine(({ kind, concern }) => (kind === 'booking') === (concern !== undefined), {
    path: ['concern'],
    error: 'Please choose what is wrong',
  })
export type ReportBody = z.infer<typeof reportBody>

/** What the person who reported gets: the same for a repeat while the report is open. */
export const reportReceipt = z.object({
  id: idSchema,
  kind: z.enum(REPORT_KINDS),
  created_at: instantSchema,
  /** The reported person, if the caller can block them and hasn't. */
  blockable: z.object({ id: idSchema, full_name: z.string() }).nullable(),
})
export type ReportReceipt = z.infer<typeof reportReceipt>
