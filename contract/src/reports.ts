/** Reports of messages, reviews and profiles. @see docs/rules/safety.md#reports */
import { z } from 'zod'
import { idSchema, instantSchema, text } from './wire.ts'

export const REPORT_KINDS = ['message', 'review', 'profile'] as const
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

export const REPORT_TEXT_MAXIMUM = 1_000

/** `id` is the message's, the review's or the person's. */
export const reportBody = z.strictObject({
  kind: z.enum(REPORT_KINDS, { error: 'Kind must be message, review or profile' }),
  id: idSchema,
  reason: z.enum(REPORT_REASONS, { error: 'Please choose a reason' }),
  text: text('Details', REPORT_TEXT_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
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
