import { eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { recountRating } from './rating.ts'
import { reviews } from './tables.ts'

/**
 * Stores the review of a booking and recounts the caregiver's rating.
 * @param review.rating 1 to 5
 * @returns the review's id
 * @throws AppError 404 when `caregiverId` is not a caregiver; a unique constraint makes a second review a 409
 * @see docs/rules/bookings.md#reviews
 */
export async function insertReview(
  transaction: Transaction,
  review: {
    bookingId: number
    caregiverId: number
    familyId: number
    rating: number
    comment: string
    createdAt: Date
  },
): Promise<number> {
  const [inserted] = await transaction.insert(reviews).values(review).returning({ id: reviews.id })
  if (!inserted) throw new Error('The review was not stored')
  await recountRating(transaction, review.caregiverId)
  return inserted.id
}

/** @returns null if there is no such review */
export async function findReview(
  reader: Reader,
  reviewId: number,
): Promise<typeof reviews.$inferSelect | null> {
  const [review] = await reader.select().from(reviews).where(eq(reviews.id, reviewId))
  return review ?? null
}

/**
 * Hides a review, so that it is neither shown nor counted, or shows it again; recounts the caregiver's
 * rating.
 * @param hiddenAt null shows the review again
 * @returns false if nothing changed
 * @throws AppError 404
 * @see docs/rules/safety.md#hiding
 */
export async function setReviewHidden(
  transaction: Transaction,
  reviewId: number,
  hiddenAt: Date | null,
): Promise<boolean> {
  const [review] = await transaction
    .select()
    .from(reviews)
    .where(eq(reviews.id, reviewId))
    .for('no key update')
  if (!review) throw notFound()
  if ((review.hiddenAt === null) === (hiddenAt === null)) return false
  await transaction.update(reviews).set({ hiddenAt }).where(eq(reviews.id, reviewId))
  await recountRating(transaction, review.caregiverId)
  return true
}
