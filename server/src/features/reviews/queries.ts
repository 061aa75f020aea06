import { toPublicName } from '@tendwell/contract/people/public-name'
import type { caregiverReviewsQuery, RatingSummary, Review } from '@tendwell/contract/reviews/reviews'
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { bookings } from '../bookings/index.ts'
import { users } from '../people/index.ts'
import { caregiverProfiles, toAverageRating } from '../profiles/index.ts'
import { isKeptBooking, selectCountedReviews } from './rating.ts'
import { toReply } from './reply.ts'
import { reviews } from './tables.ts'

type ReviewsQuery = z.infer<typeof caregiverReviewsQuery>

/** The SQL order for each `ordering` of the call. */
const ORDERS: Record<ReviewsQuery['ordering'], SQL[]> = {
  '-created_at': [desc(reviews.createdAt), desc(reviews.id)],
  created_at: [asc(reviews.createdAt), asc(reviews.id)],
  '-rating': [desc(reviews.rating), desc(reviews.createdAt), desc(reviews.id)],
  rating: [asc(reviews.rating), desc(reviews.createdAt), desc(reviews.id)],
}

/** A caregiver's average rating and number of counted reviews. @throws AppError 404 unless they are listed */
export async function getRatingSummary(reader: Reader, caregiverId: number): Promise<RatingSummary> {
  const [row] = await reader
    .select({
      ratingHundredths: caregiverProfiles.ratingHundredths,
      ratingCount: caregiverProfiles.ratingCount,
    })
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, caregiverId), caregiverProfiles.isListed))
  if (!row) throw notFound()
  return { total_reviews: row.ratingCount, average_rating: toAverageRating(row) }
}

/**
 * A page of a caregiver's reviews as the public sees them: without hidden ones, and only by families whose
 * account is active.
 * @throws AppError 404 for a user who is not a listed caregiver
 */
export async function listCaregiverReviews(
  reader: Reader,
  caregiverId: number,
  query: ReviewsQuery,
): Promise<{ count: number; results: Review[] }> {
  await getRatingSummary(reader, caregiverId)
  const isShownReview = and(
    eq(reviews.caregiverId, caregiverId),
    eq(users.isActive, true),
    isNull(reviews.hiddenAt),
  )
  const [total] = await reader
    .select({ count: count() })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.familyId))
    .where(isShownReview)
  const rows = await reader
    .select({
      id: reviews.id,
      bookingId: reviews.bookingId,
      rating: reviews.rating,
      comment: reviews.comment,
      reply: reviews.reply,
      repliedAt: reviews.repliedAt,
      familyName: users.fullName,
      createdAt: reviews.createdAt,
      isCounted: sql<boolean>`${reviews.id} IN (SELECT id FROM ${selectCountedReviews(caregiverId)} AS counted)`,
      isRefunded: sql<boolean>`NOT ${isKeptBooking}`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.familyId))
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(isShownReview)
    .orderBy(...ORDERS[query.ordering])
    .limit(query.page_size)
    .offset(getOffset(query))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      booking_id: row.bookingId,
      rating: row.rating,
      comment: row.comment,
      caretaker_name: toPublicName(row.familyName),
      caretaker_avatar: null,
      created_at: row.createdAt.toISOString(),
      is_counted: row.isCounted,
      is_refunded: row.isRefunded,
      reply: toReply(row),
    })),
  }
}
