/** Background checks in the console. @see docs/rules/background-checks.md#decisions-of-staff */
import { z } from 'zod'
import {
  BACKGROUND_CHECK_DECISIONS,
  BACKGROUND_CHECK_STATUSES,
  checkedIdentity,
} from '../background-checks/background-checks.ts'
import { CARE_CATEGORIES, SEARCH_MAXIMUM } from '../reference.ts'
import { idSchema, instantSchema, localDateSchema, pageQuery, requiredText, sortBy, text } from '../wire.ts'

/** A check as support staff see it. */
const adminBackgroundCheck = z.object({
  id: idSchema,
  status: z.enum(BACKGROUND_CHECK_STATUSES),
  checked: z.array(z.string()),
  provider: z.string(),
  /** The provider's number for the check; null until the provider has given it one. */
  reference: z.string().nullable(),
  requested_at: instantSchema,
  completed_at: instantSchema.nullable(),
  valid_until: localDateSchema.nullable(),
  /** Whom the provider checked, to be compared with the ID; null until there is a result. */
  checked_name: z.string().nullable(),
  /** Masked until it is shown with a reason. */
  checked_birth_date: z.string().nullable(),
  identity: checkedIdentity,
  /**
   * A fingerprint of the result, the checked person, the ID, the name and the photo. A decision sends it
   * back, and is refused if one of them has changed.
   */
  seen: z.string(),
  /** The provider's report, which only staff with a login at the provider can open. */
  report_url: z.string().nullable(),
  decision: z
    .object({
      result: z.enum(BACKGROUND_CHECK_DECISIONS),
      reason: z.string(),
      decided_by: z.object({ id: idSchema, name: z.string() }),
      decided_at: instantSchema,
    })
    .nullable(),
})
export type AdminBackgroundCheck = z.infer<typeof adminBackgroundCheck>

/** A caregiver's checks, newest first. */
export const adminBackgroundChecks = z.object({
  results: z.array(adminBackgroundCheck),
  /** The last day of the badge that families see; null without one. */
  badge_until: localDateSchema.nullable(),
})
export type AdminBackgroundChecks = z.infer<typeof adminBackgroundChecks>

export const backgroundCheckDecisionBody = z.strictObject({
  decision: z.enum(BACKGROUND_CHECK_DECISIONS, { error: 'Decision must be accepted or declined' }),
  /** A note that only staff read. */
  reason: requiredText('Reason', 1_000),
  /** The check's `seen` when they compared the two. */
  seen: requiredText('Seen', 100),
})
export const backgroundCheckDecisionResponse = z.object({
  message: z.string(),
  decision: z.enum(BACKGROUND_CHECK_DECISIONS),
})

/** POST /api/admin-panel/background-checks/{id}/show. @see docs/rules/console.md#what-is-read-is-recorded */
export const shownBirthDate = z.object({ birth_date: localDateSchema })

/** The filters of the checks that wait for staff; the dates are UTC days of joining, both included. */
export const waitingBackgroundChecksQuery = z.strictObject({
  q: text('Search', SEARCH_MAXIMUM).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  category: z.enum(CARE_CATEGORIES, { error: 'Unknown category' }).optional(),
  sort: sortBy('completed_at', 'full_name'),
  ...pageQuery(50),
})

/** A check that waits for a decision. */
export const waitingBackgroundCheck = z.object({
  id: idSchema,
  caregiver: z.object({
    id: idSchema,
    full_name: z.string(),
    email: z.string(),
    avatar: z.string().nullable(),
  }),
  provider: z.string(),
  completed_at: instantSchema,
})
export type WaitingBackgroundCheck = z.infer<typeof waitingBackgroundCheck>
