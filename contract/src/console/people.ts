import { z } from 'zod'
import { MEETING_STATUSES, MEETING_WAYS } from '../bookings/meetings.ts'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import { VERIFICATION_STATUSES } from '../profiles/profiles.ts'
import { staffReference } from '../profiles/references.ts'
import { verificationNeeds } from '../profiles/verification-needs.ts'
import { blockForStaff } from '../safety/blocks.ts'
import { deviceSessionSchema, ROLES, STAFF_ROLES } from '../sign-in/accounts.ts'
import { idSchema, instantSchema, pageQuery, usdSchema } from '../wire.ts'
import { adminBackgroundChecks } from './background-checks.ts'
import { DOCUMENT_KINDS, documentCheck } from './documents.ts'

const fileSchema = z.object({
  file_id: z.uuid(),
  /** Opens for 10 minutes, and opening it is audited. Null for finance staff. */
  url: z.string(),
  name: z.string(),
  content_type: z.string(),
  uploaded_at: instantSchema,
})
export type DocumentFile = z.infer<typeof fileSchema>

const documentSchema = fileSchema.extend({
  kind: z.enum(DOCUMENT_KINDS),
  /** Null for a file that nobody has checked. */
  check: documentCheck.nullable(),
  /** The new file that waits for a decision; null without one. */
  renewal: fileSchema.nullable(),
})
export type CaregiverDocument = z.infer<typeof documentSchema>

const caregiverFacts = z.object({
  verification_status: z.enum(VERIFICATION_STATUSES),
  /** Null for finance staff too. */
  rejection_reason: z.string().nullable(),
  /** What the caregiver still needs before staff can verify them. */
  missing: verificationNeeds,
  /** Why an admin verified them while something was missing; null unless one did, and for finance staff. */
  verification_override: z.string().nullable(),
  is_listed: z.boolean(),
  has_pending_change: z.boolean(),
  /** Since when staff hide the photo and description, and because of which report. Null for finance staff. */
  hidden: z.object({ at: instantSchema, report_id: idSchema.nullable() }).nullable(),
  city: z.string(),
  country: z.string(),
  timezone: z.string(),
  hourly_rate_usd: usdSchema,
  skills: z.array(z.string()),
  languages: z.array(z.string()),
  description: z.string(),
  video_url: z.string(),
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
  /** Null without reviews. */
  average_rating: z.number().nullable(),
  total_reviews: z.int(),
  documents: z.array(documentSchema),
  /** Null for finance staff, and for someone without a check while checks are switched off. */
  background_checks: adminBackgroundChecks.nullable(),
  /** Null for finance staff. */
  references: z.array(staffReference).nullable(),
})
export type CaregiverFacts = z.infer<typeof caregiverFacts>

/** Street, apartment and postal code are masked until they are shown. */
const familyFacts = z.object({
  street: z.string(),
  apartment: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
  children: z.int(),
})
export type FamilyFacts = z.infer<typeof familyFacts>

/**
 * What a person can have in common with someone who was banned. `disowned_browser` is a browser that was used
 * with their account, but that they said was not theirs.
 * @see docs/rules/safety.md#ban-list
 */
export const BAN_TRAITS = [
  'email',
  'phone',
  'bank_account',
  'browser',
  'disowned_browser',
  'id_picture',
] as const
export type BanTrait = (typeof BAN_TRAITS)[number]

const banMatch = z.object({
  trait: z.enum(BAN_TRAITS),
  /** Who was banned. We keep only hashes of their details, so the shared email or number can't be shown. */
  person_id: idSchema,
  banned_at: instantSchema,
})
export type BanMatch = z.infer<typeof banMatch>

/**
 * GET /api/admin-panel/ban-matches: someone who shares something with banned people, until staff have looked.
 */
export const waitingBanMatch = z.object({
  person_id: idSchema,
  name: z.string(),
  /** When the first of these matches was found. */
  since: instantSchema,
  /** The id of the latest match. The call that marks matches as seen sends it back. */
  last_id: idSchema,
  matches: z.array(banMatch),
})
export type WaitingBanMatch = z.infer<typeof waitingBanMatch>

/**
 * The top of a person's record. The lists below it are the console's lists, filtered by `person_id`.
 * @see docs/rules/console.md#records
 */
export const personRecord = z.object({
  id: idSchema,
  full_name: z.string(),
  /** Masked until it is shown. */
  email: z.string(),
  /** Masked until it is shown; empty if they gave none. Null for finance staff. */
  phone_number: z.string().nullable(),
  is_email_verified: z.boolean(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES),
  staff_role: z.enum(STAFF_ROLES).nullable(),
  is_active: z.boolean(),
  /**
   * Null for an active account, and for one that only its owner closed, unless they were staff. The reason is
   * null where none was asked for, and of a suspension for finance staff.
   */
  deactivation: z
    .object({
      at: instantSchema,
      reason: z.string().nullable(),
      /** The UTC day on which a suspended account is active again; null for a deactivated one. */
      until: z.string().nullable(),
    })
    .nullable(),
  /** Null unless its owner closed the account. */
  closed: z
    .object({
      at: instantSchema,
      /** When everything was erased, or will be. */
      erased_at: instantSchema,
      /** Whether the day has come while open reports or disputes still need some of the data. */
      is_due: z.boolean(),
      is_erased: z.boolean(),
    })
    .nullable(),
  joined: instantSchema,
  /** When one of their sessions was last used; null if never. */
  last_seen: instantSchema.nullable(),
  caregiver: caregiverFacts.nullable(),
  /** Null for finance staff. */
  family: familyFacts.nullable(),
  counts: z.object({
    requests: z.int(),
    /** Paid visits that have neither begun nor been canceled. */
    visits_ahead: z.int(),
    disputes: z.int(),
    open_disputes: z.int(),
    reviews: z.int(),
    /** Reports by and about them. Null for finance staff. */
    reports: z.int().nullable(),
    notes: z.int(),
  }),
  /** What families paid for the visits ahead. */
  visits_ahead_usd: usdSchema,
  /** Who has blocked them, the latest 20 first. Null for finance staff. */
  blocked_by: z.array(blockForStaff).nullable(),
  /** What they share with people who were banned. Null for finance staff. */
  ban_matches: z.array(banMatch).nullable(),
  /**
   * Whether some of a caregiver's money was asked to be paid out and has not arrived yet. Null for others.
   */
  payout_on_its_way: z.boolean().nullable(),
  /** The state of the chargeback because of which a family can't pay; null without one. */
  payments_stopped: z.enum(['open', 'lost']).nullable(),
  /** A caregiver's balances. Null for others, and for support staff. */
  balances: z
    .object({
      available_usd: usdSchema,
      escrow_usd: usdSchema,
      held_usd: usdSchema,
      in_transit_usd: usdSchema,
    })
    .nullable(),
})
export type PersonRecord = z.infer<typeof personRecord>

/**
 * POST /api/admin-panel/people/{id}/contact/show: what the record masks.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export const shownContact = z.object({
  email: z.string(),
  /** Null for finance staff. */
  phone_number: z.string().nullable(),
  /** Null for caregivers and staff, and for finance staff. */
  family: familyFacts.omit({ children: true }).nullable(),
})
export type ShownContact = z.infer<typeof shownContact>

/** A page of what belongs to one person. */
export const personPageQuery = z.strictObject(pageQuery(10))

const named = z.object({ id: idSchema, name: z.string() })

/** A review that a family wrote about a caregiver. */
export const adminReview = z.object({
  id: idSchema,
  /** The request that its visit belongs to. */
  request_id: idSchema,
  caregiver: named,
  family: named,
  rating: z.int(),
  comment: z.string(),
  /** What the caregiver answered; null without an answer. */
  reply: z.string().nullable(),
  created_at: instantSchema,
  /** Whether staff hid the review, or it waits until they have read it. */
  is_hidden: z.boolean(),
})
export type AdminReview = z.infer<typeof adminReview>

/** A free meeting of a family and a caregiver. @see docs/rules/meetings.md */
export const adminMeeting = z.object({
  id: idSchema,
  caregiver: named,
  family: named,
  start_utc: instantSchema,
  end_utc: instantSchema,
  way: z.enum(MEETING_WAYS),
  /** Masked; empty without one. */
  place: z.string(),
  note: z.string(),
  status: z.enum(MEETING_STATUSES),
})
export type AdminMeeting = z.infer<typeof adminMeeting>

/** A live session of somebody else. */
export const adminSession = deviceSessionSchema.omit({ is_current: true })
export type AdminSession = z.infer<typeof adminSession>

/**
 * What deactivating a family or caregiver now would do to their bookings.
 * @see docs/rules/console.md#people
 */
export const deactivationPreview = z.object({
  /** Requests that are not paid. They are closed. */
  open_requests: z.int(),
  /** Paid bookings with visits ahead, the earliest first. They are canceled. */
  bookings: z.array(
    z.object({
      request_id: idSchema,
      /** The other side. */
      person: z.object({ id: idSchema, name: z.string() }),
      visits: z.int(),
      /** When the first of the visits ahead starts. */
      start_utc: instantSchema,
      price_usd: usdSchema,
      policy_refund_usd: usdSchema,
      full_refund_usd: usdSchema,
    }),
  ),
  price_usd: usdSchema,
  /** What families get back by the cancellation policy, and in full. For a caregiver the two are equal. */
  policy_refund_usd: usdSchema,
  full_refund_usd: usdSchema,
  /** How much of that waits for finance or an admin. */
  policy_waiting_usd: usdSchema,
  full_waiting_usd: usdSchema,
})
export type DeactivationPreview = z.infer<typeof deactivationPreview>
