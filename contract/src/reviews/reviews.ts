import { z } from 'zod'
import { LIST_PAGE_SIZES, RATING_LIMITS } from '../reference.ts'
import { idSchema, instantSchema, pageQuery, requiredText, text } from '../wire.ts'

export const ratingSummary = z.object({
  total_reviews: z.int().nonnegative(),
  average_rating: z.number().nullable(),
})
export type RatingSummary = z.infer<typeof ratingSummary>

export const REVIEW_ORDERINGS = ['-created_at', 'created_at', '-rating', 'rating'] as const

export const caregiverReviewsQuery = z.strictObject({
  ordering: z.enum(REVIEW_ORDERINGS, { error: 'Unknown ordering' }).default('-created_at'),
  ...pageQuery(LIST_PAGE_SIZES.reviews),
})

/** What a caregiver answered to a review. */
export const reviewReply = z.object({ text: z.string(), created_at: instantSchema })
export type ReviewReply = z.infer<typeof reviewReply>

export const reviewResponse = z.object({
  id: idSchema,
  booking_id: idSchema,
  rating: z.int().min(1).max(5),
  comment: z.string(),
  caretaker_name: z.string(),
  caretaker_avatar: z.string().nullable(),
  created_at: instantSchema,
  /** Whether it counts in the caregiver's average: only a family's newest review does. */
  is_counted: z.boolean(),
  /** Its visit was refunded, in part or in full, so it doesn't count. */
  is_refunded: z.boolean(),
  /** The caregiver's answer; null without one. */
  reply: reviewReply.nullable(),
})
export type Review = z.infer<typeof reviewResponse>

export const REVIEW_COMMENT_MAXIMUM = 2_000

/** A review of one booking. @see docs/rules/bookings.md#reviews */
export const reviewBody = z.strictObject({
  booking_id: idSchema,
  rating: z
    .int({ error: 'Please select a rating' })
    .min(RATING_LIMITS.min, { error: 'Please select a rating' })
    .max(RATING_LIMITS.max, { error: 'Please select a rating' }),
  comment: text('Comment', REVIEW_COMMENT_MAXIMUM)
    .transform((value) => value.trim())
    .default(''),
})
export type ReviewBody = z.infer<typeof reviewBody>

/** A caregiver's answer to a review of them, once. @see docs/rules/bookings.md#answers-to-reviews */
export const reviewReplyBody = z.strictObject({
  text: requiredText('Answer', REVIEW_COMMENT_MAXIMUM).transform((value) => value.trim()),
})
export type ReviewReplyBody = z.infer<typeof reviewReplyBody>

export const ownReviewsQuery = z.strictObject(pageQuery(LIST_PAGE_SIZES.ownReviews))

/** A booking that has ended and has no review; times are wall time in the zone it was booked in. */
export const reviewableBooking = z.object({
  id: idSchema,
  caregiver_id: idSchema,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
  date_local: z.string(),
  start_local: z.string(),
  end_local: z.string(),
  timezone: z.string(),
  hours: z.number(),
  /** The visit was refunded, in part or in full: its review says so and doesn't count in the average. */
  is_refunded: z.boolean(),
})
export type ReviewableBooking = z.infer<typeof reviewableBooking>

/** A review as its author sees it. */
export const ownReview = reviewResponse.omit({ is_counted: true }).extend({
  caregiver_id: idSchema,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
  /** Staff hid it: nobody else sees it. */
  is_hidden: z.boolean(),
})
export type OwnReview = z.infer<typeof ownReview>
