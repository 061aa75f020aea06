import { z } from 'zod'
import { idSchema, instantSchema, pageQuery } from './wire.ts'

export const ratingSummary = z.object({
  total_reviews: z.int().nonnegative(),
  average_rating: z.number().nullable(),
})
export type RatingSummary = z.infer<typeof ratingSummary>

export const REVIEW_PAGE_SIZE = 3
export const REVIEW_ORDERINGS = ['-created_at', 'created_at', '-rating', 'rating'] as const

export const caregiverReviewsQuery = z.strictObject({
  ordering: z.enum(REVIEW_ORDERINGS, { error: 'Unknown ordering' }).default('-created_at'),
  ...pageQuery(REVIEW_PAGE_SIZE),
})

export const reviewResponse = z.object({
  id: idSchema,
  booking_id: idSchema,
  rating: z.int().min(1).max(5),
  comment: z.string(),
  caretaker_name: z.string(),
  caretaker_avatar: z.string().nullable(),
  created_at: instantSchema,
})
export type Review = z.infer<typeof reviewResponse>
