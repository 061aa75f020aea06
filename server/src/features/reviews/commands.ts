import type { OwnReview, ReviewBody } from '@tendwell/contract/reviews/reviews'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { findReviewContactError } from '../profiles/index.ts'
import { findBookingForReview, getOwnReview } from './family-queries.ts'
import { insertReview } from './store.ts'

/**
 * Requires that a review's text shares no contact. Call it before a transaction, because searching the text
 * takes too long for one.
 * @throws AppError 400 on `comment` for a contact, a payment account or a link that imitates us
 * @see docs/rules/bookings.md#reviews
 */
export function requireNoContact(comment: string): void {
  const problem = findReviewContactError(comment, 'review')
  if (problem) throw invalid({ comment: [problem] })
}

/**
 * Stores a family's review of a booking: once, after the visit has ended, unless it was canceled before it
 * began. The caregiver is notified.
 * @throws AppError 404 for another family's booking, 409 before its end, for a visit that was canceled before
 *   it began and for a second review
 * @see docs/rules/bookings.md#reviews
 */
export async function writeReview(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  familyId: number,
  { booking_id: bookingId, rating, comment }: ReviewBody,
): Promise<OwnReview> {
  const booking = await findBookingForReview(transaction, bookingId)
  if (booking?.familyId !== familyId) throw notFound()
  if (booking.isReviewed) throw conflict('You have already reviewed this booking')
  if (!booking.isUncanceledAtStart) throw conflict("This booking was canceled, so it can't be reviewed")
  const createdAt = clock.now()
  if (booking.endsAt > createdAt) throw conflict('You can review this booking after it has ended')
  const { caregiverId } = booking
  const reviewId = await insertReview(transaction, {
    bookingId,
    caregiverId,
    familyId,
    rating,
    comment,
    createdAt,
  })
  await jobs.publish(transaction, 'review.written', { reviewId })
  return getOwnReview(transaction, reviewId)
}
