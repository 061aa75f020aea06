import type { FamilyRating, RatedVisit } from '@tendwell/contract/reviews/family-ratings'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { bookings, requests, requestWindows } from '../../bookings/index.ts'
import { isUncanceledAtStart } from '../rating.ts'
import { familyRatings } from '../tables.ts'

/** The answers as their author sees them. */
export function toFamilyRating(row: typeof familyRatings.$inferSelect): FamilyRating {
  return {
    booking_id: row.bookingId,
    as_described: row.isAsDescribed,
    safe: row.isSafe,
    kind: row.isKind,
    note: row.note,
    created_at: row.createdAt.toISOString(),
  }
}

/**
 * The visits of a caregiver's booking about which they can answer, or have answered, in order of time.
 * @throws AppError 404 for a request that is not the caregiver's or not paid
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export async function listVisitsToRate(
  reader: Reader,
  caregiverId: number,
  requestId: number,
  now: Date,
): Promise<RatedVisit[]> {
  const visits = await reader
    .select({
      bookingId: bookings.id,
      endsAt: requestWindows.endsAt,
      isUncanceledAtStart: sql<boolean>`${isUncanceledAtStart}`,
      rating: familyRatings,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(familyRatings, eq(familyRatings.bookingId, bookings.id))
    .where(and(eq(requests.id, requestId), eq(requests.caregiverId, caregiverId)))
    .orderBy(asc(requestWindows.startsAt))
  if (visits.length === 0) throw notFound()
  return visits
    .filter((visit) => visit.isUncanceledAtStart && visit.endsAt <= now)
    .map(({ bookingId, rating }) => ({ booking_id: bookingId, rating: rating && toFamilyRating(rating) }))
}
