/** Background checks of caregivers by an outside provider. @see docs/rules/background-checks.md */
import { z } from 'zod'
import { idSchema, instantSchema, localDateSchema, textList } from '../wire.ts'
import { backgroundBadge } from './badge.ts'

/**
 * requested: the caregiver agreed, and the provider's page waits for them · started: they gave their data to
 * the provider, who is checking · clear, needs_review: the provider's result · canceled, expired: ended
 * without a result.
 */
export const BACKGROUND_CHECK_STATUSES = [
  'requested',
  'started',
  'clear',
  'needs_review',
  'canceled',
  'expired',
] as const
export type BackgroundCheckStatus = (typeof BACKGROUND_CHECK_STATUSES)[number]

/** The decision of staff on a check that needs a review, or on a clear check whose identity they compared. */
export const BACKGROUND_CHECK_DECISIONS = ['accepted', 'declined'] as const
export type BackgroundCheckDecision = (typeof BACKGROUND_CHECK_DECISIONS)[number]

/**
 * Whether the person who was checked is the one on the ID: `waiting` until staff have compared the name and
 * the date of birth, and again after a new ID, name or photo; `different` is final. Null for a check that
 * doesn't count: it is neither clear nor accepted, or is older than a year.
 */
export const checkedIdentity = z.enum(['waiting', 'same', 'different']).nullable()
export type CheckedIdentity = z.infer<typeof checkedIdentity>

const ownBackgroundCheck = z.object({
  id: idSchema,
  status: z.enum(BACKGROUND_CHECK_STATUSES),
  checked: z.array(z.string()),
  provider: z.string(),
  requested_at: instantSchema,
  completed_on: localDateSchema.nullable(),
  decision: z.enum(BACKGROUND_CHECK_DECISIONS).nullable(),
  identity: checkedIdentity,
  /** The provider's page while it waits for the caregiver; null until the provider has made it. */
  page_url: z.string().nullable(),
})
export type OwnBackgroundCheck = z.infer<typeof ownBackgroundCheck>

/** What a caregiver sees of their own background check. */
export const backgroundCheckOverview = z.object({
  /**
   * What a new check covers, who does it, and where they give copies and correct mistakes; null if checks are
   * off.
   */
  offer: z.object({ checked: z.array(z.string()), provider: z.string(), help_url: z.string() }).nullable(),
  can_start: z.boolean(),
  /**
   * The first day, in UTC, of a new check after one that staff declined; null if there is nothing to wait
   * for.
   */
  can_start_from: localDateSchema.nullable(),
  /** The newest check; null before the first one. */
  check: ownBackgroundCheck.nullable(),
  /** The badge that families see now; null if there is none. */
  badge: backgroundBadge.nullable(),
})
export type BackgroundCheckOverview = z.infer<typeof backgroundCheckOverview>

export const startBackgroundCheckBody = z.strictObject({
  /** The list that the caregiver read and agreed to. */
  agreed_to: textList('What is checked', { maxItems: 20, maxLength: 120 }),
})
