/** What caregivers tell our team about families. @see docs/rules/safety.md#what-caregivers-say-of-families */
import { z } from 'zod'
import { idSchema, instantSchema, pageQuery, text } from '../wire.ts'

export const FAMILY_NOTE_MAXIMUM = 1_000

const answer = z.boolean({ error: 'Choose yes or no' })

/** A caregiver's answers about one visit. */
export const familyRatingBody = z.strictObject({
  booking_id: idSchema,
  as_described: answer,
  safe: answer,
  kind: answer,
  note: text('Note', FAMILY_NOTE_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
})
export type FamilyRatingBody = z.output<typeof familyRatingBody>

/** The answers as their author sees them. */
export const familyRating = z.object({
  booking_id: idSchema,
  as_described: z.boolean(),
  safe: z.boolean(),
  kind: z.boolean(),
  note: z.string(),
  created_at: instantSchema,
})
export type FamilyRating = z.infer<typeof familyRating>

/** A visit that has ended. */
export const ratedVisit = z.object({
  booking_id: idSchema,
  /** The caregiver's answers about the family; null until they are given. */
  rating: familyRating.nullable(),
})
export type RatedVisit = z.infer<typeof ratedVisit>

export const adminFamilyRatingsQuery = z.strictObject(pageQuery(10))

/** The answers as support and admins see them. */
export const adminFamilyRating = familyRating.extend({
  id: idSchema,
  /** The id of the request that the visit belongs to; `familyRating` has the visit's id here. */
  booking_id: idSchema,
  caregiver: z.object({ id: idSchema, name: z.string() }),
})
export type AdminFamilyRating = z.infer<typeof adminFamilyRating>

/** A family of which several caregivers said that something was wrong, until staff have looked at it. */
export const familyPattern = z.object({
  person_id: idSchema,
  name: z.string(),
  /** Since when it waits for staff. */
  since: instantSchema,
  /** The id of the latest answer; `lookedAtBody` repeats it. */
  last_id: idSchema,
  /**
   * How many caregivers didn't feel safe, and how many answered any question with no, within the time that
   * counts.
   */
  not_safe: z.int().nonnegative(),
  any_no: z.int().positive(),
})
export type FamilyPattern = z.infer<typeof familyPattern>

export const lookedAtBody = z.strictObject({
  /** The id of the latest answer that staff were shown. Later answers are not marked as looked at. */
  last_id: idSchema,
})
export type LookedAtBody = z.output<typeof lookedAtBody>
