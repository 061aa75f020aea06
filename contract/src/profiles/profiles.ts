import { z } from 'zod'
import { backgroundBadge } from '../background-checks/badge.ts'
import { CANCELLATION_POLICIES } from '../cancellation/policies.ts'
import {
  CAREGIVER_ORDERINGS,
  EXCEPT_MAXIMUM,
  LIST_PAGE_SIZES,
  NEAR_HOME,
  SEARCH_DISTANCES_KM,
  SEARCH_MAXIMUM,
} from '../reference.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  localTimeSchema,
  pageQuery,
  pageSchema,
  queryInteger,
  queryList,
  text,
  usdSchema,
  zoneSchema,
} from '../wire.ts'
import { caregiverAbout } from './caregiver-about.ts'
import { paperChecks } from './paper-checks.ts'
import { placeSchema } from './places.ts'

export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected', 'flagged'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

export const DOCUMENT_FIELDS = ['gov_id_front', 'gov_id_back', 'certificate'] as const
export type DocumentField = (typeof DOCUMENT_FIELDS)[number]

export const DESCRIPTION_MAXIMUM = 400
/** A higher hourly rate is treated as a typo. */
export const HOURLY_RATE_MAXIMUM_USD = 1_000

/** The details that a caregiver enters. */
const details = {
  city: z.string(),
  country: z.string(),
  hourly_rate_usd: usdSchema,
  languages: z.array(z.string()),
  skills: z.array(z.string()),
  description: z.string(),
  timezone: z.string(),
  cancellation_policy: z.enum(CANCELLATION_POLICIES),
}

/**
 * A verified caregiver's new name and photo, and a hidden profile's new description, that wait for staff's
 * decision; null for what stays as it is.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
const pendingChanges = z.object({
  full_name: z.string().nullable(),
  avatar: z.string().nullable(),
  description: z.string().nullable(),
  submitted_at: instantSchema,
})
export type PendingChanges = z.infer<typeof pendingChanges>

/** A document that staff want a new file of, until there is one. */
export const documentRequest = z.object({
  document: z.enum(DOCUMENT_FIELDS),
  reason: z.string(),
  requested_at: instantSchema,
})
export type DocumentRequest = z.infer<typeof documentRequest>

/** Until when a document on file is valid, and what has become of a newer file. */
const documentState = z.object({
  document: z.enum(DOCUMENT_FIELDS),
  /** Whether staff checked the file on file and found it fine, and nothing has changed since. */
  is_checked: z.boolean(),
  /** From this day on it isn't valid; null if it doesn't expire or nobody has checked it. */
  expires_on: localDateSchema.nullable(),
  /** Whether the document has expired. One expired document unlists a verified caregiver. */
  is_expired: z.boolean(),
  /** Whether the document expires so soon that it can be renewed. */
  is_expiring: z.boolean(),
  /** Whether a new file would be a renewal, which leaves a verified caregiver verified. */
  can_renew: z.boolean(),
  /** The new file that waits for a decision. */
  renewal: z.object({ url: z.string(), submitted_at: instantSchema }).nullable(),
  /** Why the last renewal was declined, until there is a newer one. */
  decline_reason: z.string().nullable(),
})
export type DocumentState = z.infer<typeof documentState>

/**
 * A caregiver's profile as they and admins see it.
 * @see docs/rules/profiles-and-files.md#caregiver-profile
 */
export const ownCaregiverProfile = z.object({
  id: idSchema,
  caregiver_profile_id: idSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  avatar: z.string().nullable(),
  ...details,
  ...caregiverAbout,
  verification_status: z.enum(VERIFICATION_STATUSES),
  rejection_reason: z.string().nullable(),
  place_id: idSchema.nullable(),
  gov_id_front: z.string().nullable(),
  gov_id_back: z.string().nullable(),
  certificate: z.string().nullable(),
  document_requests: z.array(documentRequest),
  document_states: z.array(documentState),
  pending_changes: pendingChanges.nullable(),
  /** Whether staff hid the photo and the description from everyone else. */
  is_hidden: z.boolean(),
  /** Whether strangers see only the initial of the surname. */
  hides_surname: z.boolean(),
  profile_complete: z.boolean(),
})
export type OwnCaregiverProfile = z.infer<typeof ownCaregiverProfile>

/** When staff opened a caregiver's documents, newest first, without saying who it was. */
export const documentOpeningsQuery = z.strictObject(pageQuery(LIST_PAGE_SIZES.documentOpenings))
export const documentOpening = z.object({
  id: idSchema,
  document: z.enum(DOCUMENT_FIELDS),
  opened_at: instantSchema,
})
export type DocumentOpening = z.infer<typeof documentOpening>

export const DOCUMENT_MAXIMUM_BYTES = 10 * 1024 * 1024
export const AVATAR_MAXIMUM_BYTES = 5 * 1024 * 1024
/**
 * `pending_avatar` is the new photo of a verified caregiver, which waits for staff; `avatar` is what
 * others see.
 */
export const avatarResponse = z.object({
  avatar: z.string().nullable(),
  pending_avatar: z.string().nullable(),
})
export type AvatarResponse = z.infer<typeof avatarResponse>

/** A listed caregiver as the public sees them. @see docs/rules/profiles-and-files.md#caregiver-profile */
export const publicCaregiver = z.object({
  id: idSchema,
  caregiver_profile_id: idSchema,
  full_name: z.string(),
  avatar: z.string().nullable(),
  ...details,
  verification_status: z.literal('verified'),
  average_rating: z.number().nullable(),
  total_reviews: z.int().nonnegative(),
  /** What staff checked. It is empty for a caregiver whom an admin verified without papers. */
  paper_checks: paperChecks,
  /** Whether the caregiver has a background check that counts now. */
  has_background_check: z.boolean(),
  /** The start of the first free slot; null without one. */
  next_free_start: instantSchema.nullable(),
  /** The next free slots; in a search by date, those that match it. The slots of a night are one. */
  free_slots: z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema })),
  /** From the place that the search is near to; null without one, or if the caregiver's place isn't known. */
  distance_km: z.number().nullable(),
  /** Why a family's best matches are so, in words for the family; only in that order. */
  match_reasons: z.array(z.string()).optional(),
})
export type PublicCaregiver = z.infer<typeof publicCaregiver>

/** A caregiver's page. */
export const caregiverDetail = publicCaregiver.extend({
  /** The video link is empty while staff hide the profile. */
  ...caregiverAbout,
  /** How many hours before its start a slot can be requested last; 0 for no notice. */
  notice_hours: z.int().nonnegative(),
  /** How many minutes a visit lasts at least; 0 for any length. */
  minimum_visit_minutes: z.int().nonnegative(),
  /** Added to the price of a request, in hundredths of a percent. */
  service_fee_bps: z.int().nonnegative(),
  /** Whole percent; null with too few bookings. @see docs/rules/bookings.md#completion-rate */
  completion_rate: z.int().nullable(),
  /**
   * Half of the caregiver's answers took no longer; null with too few answers.
   * @see docs/rules/bookings.md#from-records
   */
  response_hours: z.int().nullable(),
  /** How many families booked more than once; null with too few families. */
  repeat_families: z.int().nullable(),
  /**
   * How many references confirmed that they know the caregiver.
   * @see docs/rules/profiles-and-files.md#references
   */
  references_confirmed: z.int().nonnegative(),
  /** Null without a background check that counts. */
  background_check: backgroundBadge.nullable(),
})
export type CaregiverDetail = z.infer<typeof caregiverDetail>

/** Who could come at times that came to nothing. @see docs/rules/bookings.md#backup-caregivers */
export const backupCaregivers = pageSchema(publicCaregiver).extend({
  /** The times that need another caregiver; none if no one is needed. */
  windows: z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema })),
  /** Where the care is: the city of the visit, or of the caregiver who was asked. */
  place: z.object({ city: z.string(), country: z.string() }),
  /** The ids of those whom the family has asked for these times, also in vain. */
  excluded: z.array(idSchema),
  /** What finds the same kind of care as the text of a search, such as `babysitter`; empty if nothing says which it is. */
  care: z.string(),
  /** Those who have another open request of the family for some of these times. */
  requested: z.array(z.object({ id: idSchema, full_name: z.string() })),
})
export type BackupCaregivers = z.infer<typeof backupCaregivers>

const filterRate = queryInteger('Rate', { min: 0, max: 1_000_000 })

/** Searches stop counting here: with more matches, `count` is this number and `count_is_exact` is false. */
export const CAREGIVERS_COUNTED_MAXIMUM = 1_000

/** The longest page of a search without a session. */
export const VISITOR_PAGE_SIZE_MAXIMUM = 24

/** What can stand in the way of a search: its text, or one of its filters. */
export const SEARCH_FILTERS = [
  'day',
  'rates',
  'rating',
  'languages',
  'near',
  'city',
  'country',
  'skills',
  'q',
] as const
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

/** A search that finds someone because it leaves something out. */
const looserSearch = z.object({
  /** `value` is the skill, or the word, place or role of the text; empty for the other filters. */
  without: z.array(z.object({ filter: z.enum(SEARCH_FILTERS), value: z.string() })),
  /** What is left of the search text. */
  q: z.string(),
  count: z.int().nonnegative(),
  count_is_exact: z.boolean(),
})
export type LooserSearch = z.infer<typeof looserSearch>

/**
 * One page of a search. `near` is the place that the search is limited to, or whose caregivers come first.
 */
export const caregiverPage = pageSchema(publicCaregiver).extend({
  count_is_exact: z.boolean(),
  near: placeSchema.nullable(),
  /** The place that the search text or, with `around`, the city names; the closest to it come first. */
  named: placeSchema.nullable(),
  /** The search text as it was understood, if a word of it was misspelled. */
  corrected_q: z.string().nullable(),
  /** What the roles that the text names in another language are called in English: "nannies" for "niñera". */
  roles: z.array(z.string()),
  /**
   * If no one is found: the searches that find someone, and a few matches of the first of them. Null if
   * someone is found, or if there is nothing to leave out.
   */
  nearest: z.object({ searches: z.array(looserSearch), results: z.array(publicCaregiver) }).nullable(),
})

export type CaregiverPage = z.infer<typeof caregiverPage>

/**
 * The filters of a caregiver search. `available_on`, `start` and `end` are wall time in `timezone`.
 * @see docs/rules/profiles-and-files.md#search
 */
export const caregiverSearchQuery = z
  .strictObject({
    q: text('Search', SEARCH_MAXIMUM).optional(),
    country: text('Country', 100).optional(),
    city: text('City', 100).optional(),
    /** The city means a place if it clearly names one: those within 25 km of it are found too. */
    around: z.literal('true', { error: 'Around must be true' }).optional(),
    near: z.union([z.literal(NEAR_HOME), queryInteger('Place', { min: 1, max: 999_999_999 })]).optional(),
    within_km: z
      .enum(SEARCH_DISTANCES_KM.map(String), { error: `Distance must be ${SEARCH_DISTANCES_KM.join(', ')}` })
      .transform(Number)
      .optional(),
    languages: queryList('Languages', 20).optional(),
    skills: queryList('Skills', 20).optional(),
    min_rate: filterRate.optional(),
    max_rate: filterRate.optional(),
    min_rating: z
      .string()
      .regex(/^[0-5](\.\d{1,2})?$/, { error: 'Rating must be from 0 to 5' })
      .transform(Number)
      .optional(),
    available_on: localDateSchema.optional(),
    start: localTimeSchema.optional(),
    end: localTimeSchema.optional(),
    timezone: zoneSchema.default('UTC'),
    /** Ids of caregivers who are left out. */
    except: queryList('Except', EXCEPT_MAXIMUM)
      .refine((ids) => ids.every((id) => /^[1-9]\d{0,8}$/.test(id)), { error: 'Except must be numbers' })
      .transform((ids) => ids.map(Number))
      .optional(),
    ordering: z.enum(CAREGIVER_ORDERINGS, { error: 'Unknown ordering' }).optional(),
    ...pageQuery(LIST_PAGE_SIZES.caregivers),
  })
  .refine((query) => query.available_on !== undefined || (query.start ?? query.end) === undefined, {
    path: ['available_on'],
    error: 'Choose a date for these hours',
  })
  .refine((query) => query.within_km === undefined || query.near !== undefined, {
    path: ['near'],
    error: 'Choose a place for this distance',
  })
export type CaregiverSearch = z.infer<typeof caregiverSearchQuery>
