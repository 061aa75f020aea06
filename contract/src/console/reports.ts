/** The console's moderation queue. @see docs/rules/safety.md#moderation */
import { z } from 'zod'
import { previewedRefund } from '../cancellation/calls.ts'
import {
  REPORT_KINDS,
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
  SAFETY_CONCERNS,
} from '../safety/reports.ts'
import { ROLES } from '../sign-in/accounts.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  pageSchema,
  queryInteger,
  sortBy,
  text,
} from '../wire.ts'

export const ADMIN_REPORT_REASON_LABELS: Record<ReportReason, string> = {
  ...REPORT_REASON_LABELS,
  safety: 'Safety concern',
}

/** What a decision does. A decision without any of them dismisses the report. */
export const MEASURES = ['hide', 'warn', 'suspend'] as const
export type Measure = (typeof MEASURES)[number]

/** What screens and CSV call each kind. */
export const REPORT_KIND_LABELS: Record<ReportKind, string> = {
  message: 'Message',
  review: 'Review',
  profile: 'Profile',
  booking: 'Safety report',
}

const MEASURE_LABELS: Record<Measure, string> = {
  hide: 'Hidden',
  warn: 'Warned',
  suspend: 'Suspended',
}

/** `Hidden, warned`; `Dismissed` without measures; `Hidden, shown again` after staff undid it. */
export function describeMeasures(measures: readonly Measure[], isShownAgain: boolean): string {
  const words = measures.map((measure) => MEASURE_LABELS[measure].toLowerCase())
  const text = [words.join(', ') || 'dismissed', ...(isShownAgain ? ['shown again'] : [])].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const MODERATION_MESSAGE_MAXIMUM = 2_000
export const MODERATION_NOTE_MAXIMUM = 2_000
/** The longest suspension. */
export const SUSPENSION_MAXIMUM_DAYS = 366

const person = z.object({ id: idSchema, name: z.string(), role: z.enum(ROLES) })
export type ReportPerson = z.infer<typeof person>

export const adminReportsQuery = z.strictObject({
  /** Part of the name or the whole email address of either person, or the report's number. */
  q: text('Search', 200).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  state: z.enum(['open', 'closed'], { error: 'State must be open or closed' }).optional(),
  kind: z.enum(REPORT_KINDS, { error: 'Unknown kind' }).optional(),
  reason: z.enum(REPORT_REASONS, { error: 'Unknown reason' }).optional(),
  /** By or about this person. */
  person_id: queryInteger('Person', { min: 1, max: 999_999_999 }).optional(),
  sort: sortBy('created_at'),
  ...pageQuery(20),
})

/** A row of the console's list. */
export const adminReport = z.object({
  id: idSchema,
  kind: z.enum(REPORT_KINDS),
  reason: z.enum(REPORT_REASONS),
  created_at: instantSchema,
  /** Null when the product reported it automatically. */
  reporter: person.nullable(),
  reported: person,
  /**
   * The beginning of what was reported; of a booking, what is wrong; empty for a message, which the record
   * shows.
   */
  excerpt: z.string(),
  /** Null while the report is open; an empty list when it was dismissed. */
  measures: z.array(z.enum(MEASURES)).nullable(),
  /** Whether staff showed it again after the decision. */
  is_shown_again: z.boolean(),
})
export type AdminReport = z.infer<typeof adminReport>

/** What was reported, as it was then. Fields that its kind does not have are null. */
export const reportSnapshot = z.object({
  /**
   * The message, the review's comment, the caregiver's description or the family's notes; empty for a
   * booking.
   */
  text: z.string(),
  rating: z.int().nullable(),
  name: z.string().nullable(),
})
export type ReportSnapshot = z.infer<typeof reportSnapshot>

const decisionSchema = z.object({
  measures: z.array(z.enum(MEASURES)),
  /** What the reported person reads. */
  message: z.string(),
  /** The day on which the suspension ends. */
  suspended_until: localDateSchema.nullable(),
  note: z.string(),
  at: instantSchema,
  by: z.object({ id: idSchema, name: z.string() }),
  /** When staff first showed it again after the decision; null if they did not. */
  shown_again: z.object({ at: instantSchema, by: z.object({ id: idSchema, name: z.string() }) }).nullable(),
  /** When staff lifted the suspension before it ended; null if they did not. */
  lifted: z.object({ at: instantSchema, by: z.object({ id: idSchema, name: z.string() }) }).nullable(),
  /** The ids of all reports that this decision was on. */
  reports: z.array(idSchema),
})
export type ReportDecision = z.infer<typeof decisionSchema>

export const reportRecord = adminReport.omit({ excerpt: true, measures: true, is_shown_again: true }).extend({
  text: z.string(),
  /** What is wrong about a booking, and the booking; null for other kinds. */
  concern: z.enum(SAFETY_CONCERNS).nullable(),
  request_id: idSchema.nullable(),
  /** The caregiver and booking that a reported review is about; null for other kinds. */
  review_of: z.object({ caregiver: person, request_id: idSchema }).nullable(),
  snapshot: reportSnapshot,
  /**
   * What was reported as it is now; null if it was deleted, for a booking, and for a person
   * who has become staff. Only a profile has a photo.
   */
  now: reportSnapshot.extend({ photo: z.string().nullable() }).nullable(),
  is_hidden: z.boolean(),
  /** Only caregivers' profiles, messages and reviews can be hidden. */
  can_hide: z.boolean(),
  reported_is_active: z.boolean(),
  /** Whether the reported person closed their account, and staff have not deactivated it. */
  reported_is_closed: z.boolean(),
  /** The day on which the reported person's suspension ends; null unless they are suspended. */
  reported_suspended_until: localDateSchema.nullable(),
  decision: decisionSchema.nullable(),
  /** Other open reports of the same thing, which the same decision decides. */
  same: z.array(adminReport),
  /** The latest other reports about the reported person, without `same`, and by the person who reported. */
  about_reported: z.array(adminReport),
  by_reporter: z.array(adminReport),
})
export type ReportRecord = z.infer<typeof reportRecord>

/** The messages around a reported one, in order. Reading them is recorded. */
export const reportMessages = pageSchema(
  z.object({
    id: idSchema,
    sender: person,
    text: z.string(),
    created_at: instantSchema,
    is_removed: z.boolean(),
    is_reported: z.boolean(),
  }),
)
export type ReportMessages = z.infer<typeof reportMessages>

const trimmedText = (label: string, maximum: number) =>
  text(label, maximum)
    .transform((value) => value.trim())
    .default('')

export const reportDecisionBody = z
  .strictObject({
    measures: z
      .array(z.enum(MEASURES, { error: 'Unknown measure' }), { error: 'Measures must be a list' })
      .max(MEASURES.length, { error: 'Unknown measure' })
      .transform((measures) => MEASURES.filter((measure) => measures.includes(measure))),
    /** Needed to warn or suspend. The reported person reads it. */
    message: trimmedText('Message', MODERATION_MESSAGE_MAXIMUM),
    /** The day, in UTC, on which the account is active again. */
    suspended_until: localDateSchema.nullable().default(null),
    /** What a suspended family gets back for the bookings that are canceled. */
    refund: z.enum(['full', 'policy'], { error: 'Refund must be full or policy' }).default('policy'),
    /** What a suspension gives back, as previewed. */
    refund_usd: previewedRefund.optional(),
    /** Only staff read the note. */
    note: trimmedText('Note', MODERATION_NOTE_MAXIMUM),
  })
  .refine(({ measures, message }) => message !== '' || !measures.some((measure) => measure !== 'hide'), {
    path: ['message'],
    error: 'Message is required',
  })
  .refine(({ measures, suspended_until: until }) => until !== null || !measures.includes('suspend'), {
    path: ['suspended_until'],
    error: 'Choose the day on which the suspension ends',
  })
export type ReportDecisionBody = z.infer<typeof reportDecisionBody>

/** What a suspension until this day would do to the person's bookings. */
export const suspensionQuery = z.strictObject({ until: localDateSchema.optional() })
