import { z } from 'zod'
import { REQUEST_STATUSES } from '../bookings/bookings.ts'
import { previewedRefund } from '../cancellation/calls.ts'
import { NAME_MAXIMUM } from '../people/names.ts'
import { VERIFICATION_STATUSES } from '../profiles/profiles.ts'
import { verificationNeeds } from '../profiles/verification-needs.ts'
import { CARE_CATEGORIES, SEARCH_MAXIMUM } from '../reference.ts'
import { DISPUTE_TYPES } from '../safety/dispute-types.ts'
import { DISPUTE_STATUSES } from '../safety/disputes.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  queryInteger,
  sortBy,
  text,
  usdSchema,
} from '../wire.ts'
import { DISPUTE_ASSIGNEES } from './disputes.ts'
import { DOCUMENT_KINDS, documentCheck } from './documents.ts'

/**
 * The filters of every console list; the dates are UTC days, both included.
 * @see docs/rules/console.md#lists-and-filters
 */
const listFilters = {
  q: text('Search', SEARCH_MAXIMUM).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
}

/**
 * The header's Status menu: open means undecided, closed is the rest.
 * @see docs/rules/console.md#lists-and-filters
 */
export const ADMIN_LIST_STATES = ['open', 'closed'] as const
export type AdminListState = (typeof ADMIN_LIST_STATES)[number]
const stateSchema = z.enum(ADMIN_LIST_STATES, { error: 'State must be open or closed' })

/** A category of the home page's carousel; each one is a skill. */
const categorySchema = z.enum(CARE_CATEGORIES, { error: 'Unknown category' }).optional()

export const verificationListQuery = z.strictObject({
  ...listFilters,
  category: categorySchema,
  status: z.enum(VERIFICATION_STATUSES, { error: 'Unknown status' }).default('pending'),
  /** Only those with a document that has expired or expires soon. */
  expiring: z.literal('true', { error: 'expiring must be true' }).optional(),
  /** Those with a renewal that waits for a decision, whatever their status. */
  renewing: z.literal('true', { error: 'renewing must be true' }).optional(),
  sort: sortBy('joined', 'full_name', 'expires_on'),
  ...pageQuery(50),
})

/** Who comes before and after a caregiver in the list with these filters. */
export const verificationNeighborsQuery = verificationListQuery.omit({ page: true, page_size: true })
export const verificationNeighbors = z.object({ previous: idSchema.nullable(), next: idSchema.nullable() })

/** The file ids of a caregiver's documents. */
const documentIds = z.strictObject({
  id_front: z.uuid().nullable(),
  id_back: z.uuid().nullable(),
  certificate: z.uuid().nullable(),
})
export type DocumentIds = z.infer<typeof documentIds>

const checkSummary = documentCheck.pick({
  result: true,
  expires_on: true,
  is_expired: true,
  is_outdated: true,
})

/**
 * Document links expire in 10 minutes, and opening one is audited.
 * @see docs/rules/profiles-and-files.md#file-links
 */
export const adminCaregiver = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  id_front: z.string().nullable(),
  id_back: z.string().nullable(),
  certificate: z.string().nullable(),
  document_ids: documentIds,
  /** The last check of each document; null if nobody has checked it. */
  document_checks: z.object({
    id_front: checkSummary.nullable(),
    id_back: checkSummary.nullable(),
    certificate: checkSummary.nullable(),
  }),
  /** The documents with a new file that waits for a decision. */
  renewals: z.array(z.enum(DOCUMENT_KINDS)),
  /** What the caregiver still needs before staff can verify them. */
  missing: verificationNeeds,
  joined: instantSchema,
  verification_status: z.enum(VERIFICATION_STATUSES),
})
export type AdminCaregiver = z.infer<typeof adminCaregiver>

/** @see docs/rules/console.md#verification-decisions */
export const verificationBody = z
  .strictObject({
    verification_status: z.enum(['verified', 'rejected', 'flagged'], {
      error: 'Unknown verification status',
    }),
    rejection_reason: text('Rejection Reason', 1_000).default(''),
    /** From an admin also the reason to verify somebody whose papers or profile are not complete. */
    admin_notes: text('Admin notes', 2_000).default(''),
    /** The files, name and photo that staff were shown; 409 when the caregiver has changed one since. */
    document_ids: documentIds.optional(),
    full_name: text('Name', NAME_MAXIMUM).optional(),
    avatar: text('Avatar', 200).nullable().optional(),
    /** What a rejection gives back, as previewed. */
    refund_usd: previewedRefund.optional(),
  })
  .refine((body) => body.verification_status !== 'rejected' || body.rejection_reason.trim() !== '', {
    path: ['rejection_reason'],
    error: 'Rejection Reason is required',
  })
export const verificationResponse = z.object({
  message: z.string(),
  verification_status: z.enum(VERIFICATION_STATUSES),
})

export const pendingChangesQuery = z.strictObject({
  ...listFilters,
  category: categorySchema,
  sort: sortBy('submitted_at', 'full_name'),
  ...pageQuery(50),
})

/**
 * A waiting change beside what families see. `new_full_name` and `new_avatar` are null for what stays as it
 * is.
 */
export const adminPendingChange = z.object({
  id: idSchema,
  change_id: z.uuid(),
  /** Masked. */
  email: z.string(),
  full_name: z.string(),
  avatar: z.string().nullable(),
  new_full_name: z.string().nullable(),
  new_avatar: z.string().nullable(),
  /** The new description of a profile that staff hid. */
  new_description: z.string().nullable(),
  submitted_at: instantSchema,
  verification_status: z.enum(VERIFICATION_STATUSES),
})
export type AdminPendingChange = z.infer<typeof adminPendingChange>

const changeDecision = z.enum(['approve', 'decline'], { error: 'Decision must be approve or decline' })
export type ChangeDecision = z.infer<typeof changeDecision>

/** @see docs/rules/console.md#changes-of-name-and-photo */
export const changeDecisionBody = z
  .strictObject({
    /** The change that staff were shown; 409 when the caregiver has replaced or withdrawn it since. */
    change_id: z.uuid({ error: 'change_id is required' }),
    decision: changeDecision,
    reason: text('Reason', 1_000)
      .transform((value) => value.trim())
      .default(''),
  })
  .refine((body) => body.decision !== 'decline' || body.reason !== '', {
    path: ['reason'],
    error: 'Reason is required',
  })
export const changeDecisionResponse = z.object({ message: z.string(), decision: changeDecision })

export const adminUsersQuery = z.strictObject({
  ...listFilters,
  category: categorySchema,
  role: z.enum(SIGNUP_ROLES, { error: 'Unknown role' }).default('caretaker'),
  sort: sortBy('joined', 'full_name'),
  ...pageQuery(20),
})
export const adminCaregiversQuery = z.strictObject({
  ...listFilters,
  category: categorySchema,
  sort: sortBy('joined', 'full_name'),
  ...pageQuery(20),
})

export const adminUser = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  joined: instantSchema,
  is_active: z.boolean(),
  /** Whether the owner closed the account, and it is not erased yet. */
  is_closed: z.boolean(),
  /** Whether staff deactivated or suspended the account. It may be closed as well. */
  is_deactivated: z.boolean(),
  /** The UTC day on which a suspended account is active again; null unless it is suspended. */
  suspended_until: localDateSchema.nullable(),
  /** Null for a family. */
  verification_status: z.enum(VERIFICATION_STATUSES).nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

const DEACTIVATION_REASON_MAXIMUM = 1_000

/** @see docs/rules/console.md#people */
export const userStatusBody = z
  .strictObject({
    is_active: z.boolean({ error: 'is_active must be true or false' }),
    /** Why the account is deactivated. The person reads it. */
    reason: text('Reason', DEACTIVATION_REASON_MAXIMUM)
      .transform((value) => value.trim())
      .default('Not given'),
    /**
     * What a deactivated family gets back for its bookings ahead: all of it, or what the cancellation policy
     * says.
     */
    refund: z.enum(['full', 'policy'], { error: 'Refund must be full or policy' }).default('policy'),
    /** What a deactivation gives back, as previewed. */
    refund_usd: previewedRefund.optional(),
  })
  .refine((body) => body.is_active || body.reason !== '', { path: ['reason'], error: 'Reason is required' })
export const userStatusResponse = z.object({ message: z.string(), id: idSchema, is_active: z.boolean() })

/** Finds the records in which this person is the family or the caregiver. */
const personId = queryInteger('Person', { min: 1, max: 999_999_999 }).optional()

export const adminRequestsQuery = z.strictObject({
  ...listFilters,
  person_id: personId,
  status: z.enum([...REQUEST_STATUSES, ...ADMIN_LIST_STATES], { error: 'Unknown status' }).optional(),
  state: stateSchema.optional(),
  sort: sortBy('submitted_at', 'total_hours', 'total_price_usd'),
  ...pageQuery(50),
})

export const adminRequest = z.object({
  id: idSchema,
  caregiver_id: idSchema,
  caretaker_id: idSchema,
  caregiver_name: z.string(),
  caretaker_name: z.string(),
  caregiver_email: z.string(),
  caretaker_email: z.string(),
  total_hours: z.number(),
  total_price_usd: usdSchema,
  submitted_at: instantSchema,
  /** When its first window starts and its last one ends. */
  starts_at: instantSchema,
  ends_at: instantSchema,
  status: z.enum(REQUEST_STATUSES),
  is_paid: z.boolean(),
  /** Whether it was paid and all of its bookings were canceled. */
  is_canceled: z.boolean(),
})
export type AdminRequest = z.infer<typeof adminRequest>

export const adminDisputesQuery = z.strictObject({
  ...listFilters,
  person_id: personId,
  type: z
    .enum(
      DISPUTE_TYPES.map(({ value }) => value),
      { error: 'Unknown type' },
    )
    .optional(),
  /** `closed` also finds rejected disputes, because it is the state in the header's menu. */
  status: z.enum([...DISPUTE_STATUSES, ...ADMIN_LIST_STATES], { error: 'Unknown status' }).optional(),
  state: stateSchema.optional(),
  assignee: z.enum(DISPUTE_ASSIGNEES, { error: 'Assignee must be me, nobody or anyone' }).optional(),
  sort: sortBy('opened_at'),
  ...pageQuery(20),
})

/** Five years, including leap years. */
export const ANALYTICS_MAXIMUM_DAYS = 5 * 366
/** The summary's default period. */
export const ANALYTICS_DEFAULT_DAYS = 30

/** The days, weeks (from Monday) or months that a series is divided into. */
export const ANALYTICS_BUCKETS = ['day', 'week', 'month'] as const
export type AnalyticsBucket = (typeof ANALYTICS_BUCKETS)[number]
/** A longer series is divided into weeks or months. */
export const DAILY_MAXIMUM_DAYS = 366

const analyticsDates = { date_from: localDateSchema.optional(), date_to: localDateSchema.optional() }

/** UTC days, both included, at most five years; by default 30 days. @see docs/rules/console.md#analytics */
export const analyticsQuery = z.strictObject(analyticsDates)

/** By default 30 days, 12 weeks or 12 months. */
export const analyticsSeriesQuery = z.strictObject({
  ...analyticsDates,
  bucket: z.enum(ANALYTICS_BUCKETS, { error: 'Bucket must be day, week or month' }).default('month'),
})
export type AnalyticsSeriesQuery = z.output<typeof analyticsSeriesQuery>

/**
 * Changes are percentages relative to the previous period of the same length; null if only its value is 0.
 */
export const analyticsSummary = z.object({
  /** The period's first and last day. */
  date_from: localDateSchema,
  date_to: localDateSchema,
  active_users: z.int(),
  active_users_change_pct: z.number().nullable(),
  weekly_bookings: z.int(),
  weekly_bookings_change_pct: z.number().nullable(),
  /** Amounts and their changes are null for support. */
  revenue_total: usdSchema.nullable(),
  revenue_change_pct: z.number().nullable(),
  yearly_revenue_total: usdSchema.nullable(),
  average_revenue: usdSchema.nullable(),
  /** What Tendwell earned of the revenue, which is what families paid. */
  fees_total: usdSchema.nullable(),
  fees_change_pct: z.number().nullable(),
  yearly_fees_total: usdSchema.nullable(),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>

/**
 * A day, a week or a month, or the part of it that is within the range. `label` is such as `Nov 2026` or `Nov
 * 2 – 8, 2026`.
 */
const bucketFields = { label: z.string(), date_from: localDateSchema, date_to: localDateSchema }

/** One part of the engagement series, which is oldest first. */
export const engagementItem = z.object({
  ...bucketFields,
  caretakers: z.int().default(0),
  caregivers: z.int().default(0),
})
export type EngagementItem = z.infer<typeof engagementItem>

/** One part of the revenue series, which is oldest first. */
export const revenueItem = z.object({
  ...bucketFields,
  /** In thousands of US dollars, rounded. */
  revenue: z.number().default(0),
  /** The same to the cent: what families paid less what was refunded. */
  volume_usd: usdSchema,
  /** What Tendwell earned of it. */
  fees_usd: usdSchema,
})
export type RevenueItem = z.infer<typeof revenueItem>
