/** What the console shows of reviews. @see docs/rules/console.md#records */
import type { AdminReview } from '@tendwell/contract/console/people'
import { desc, eq, or } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { bookings } from '../bookings/index.ts'
import { findNames } from '../people/index.ts'
import { reviews } from './tables.ts'

/** The SQL condition that a person wrote or received a review. */
const isOfPerson = (userId: number) => or(eq(reviews.caregiverId, userId), eq(reviews.familyId, userId))

/** How many reviews a person wrote or received, hidden ones included. */
export function countReviewsOf(reader: Reader, userId: number): Promise<number> {
  return reader.$count(reviews, isOfPerson(userId))
}

/**
 * One page of the reviews that a family wrote or a caregiver received, newest first, hidden ones included.
 */
export async function listReviewsOf(
  reader: Reader,
  userId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminReview[] }> {
  const rows = await reader
    .select({ review: reviews, requestId: bookings.requestId })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(isOfPerson(userId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const names = await findNames(
    reader,
    rows.flatMap(({ review }) => [review.caregiverId, review.familyId]),
  )
  const toPerson = (id: number) => ({ id, name: names.get(id) ?? '' })
  return {
    count: await countReviewsOf(reader, userId),
    results: rows.map(({ review, requestId }) => ({
      id: review.id,
      request_id: requestId,
      caregiver: toPerson(review.caregiverId),
      family: toPerson(review.familyId),
      rating: review.rating,
      comment: review.comment,
      reply: review.reply,
      created_at: review.createdAt.toISOString(),
      is_hidden: review.hiddenAt !== null,
    })),
  }
}
