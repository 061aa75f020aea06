import type { Transaction } from '../../platform/database.ts'
import { addRating } from '../profiles/index.ts'
import { reviews } from './tables.ts'

/**
 * Adds a booking's one review, and its stars to the caregiver's average (decisions §7).
 * @param review.rating 1 to 5
 * @returns the review's id
 * @throws AppError 404 when `caregiverId` is no caregiver's; a second review of a booking is a 409 by the database
 */
export async function insertReview(
  transaction: Transaction,
  review: {
    bookingId: number
    caregiverId: number
    caretakerId: number
    rating: number
    comment: string
    createdAt: Date
  },
): Promise<number> {
  await addRating(transaction, review.caregiverId, review.rating)
  const [inserted] = await transaction
    .insert(reviews)
    .values({
      bookingId: review.bookingId,
      caregiverId: review.caregiverId,
      caretakerId: review.caretakerId,
      rating: review.rating,
      comment: review.comment,
      createdAt: review.createdAt,
    })
    .returning({ id: reviews.id })
  if (!inserted) throw new Error('A review was not stored')
  return inserted.id
}
