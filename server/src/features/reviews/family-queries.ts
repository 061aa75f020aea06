/** What a family sees of its own reviews, and of the bookings that wait for one. */
import type { OwnReview, ReviewableBooking } from '@tendwell/contract/reviews'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { bookings, hoursOf, requests, requestWindows } from '../bookings/index.ts'
import { payments } from '../payments/index.ts'
import { reviews } from './tables.ts'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

function selectOwn(reader: Reader) {
  return reader
    .select({ review: reviews, caregiver: caregivers, caretaker: caretakers })
    .from(reviews)
    .innerJoin(caregivers, eq(caregivers.id, reviews.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, reviews.caretakerId))
}

type OwnRow = Awaited<ReturnType<typeof selectOwn>>[number]

function ownShown({ review, caregiver, caretaker }: OwnRow): OwnReview {
  return {
    id: review.id,
    booking_id: review.bookingId,
    rating: review.rating,
    comment: review.comment,
    caretaker_name: caretaker.fullName,
    caretaker_avatar: toAvatarUrl(caretaker.avatarFileId),
    caregiver_id: review.caregiverId,
    caregiver_name: caregiver.fullName,
    caregiver_avatar: toAvatarUrl(caregiver.avatarFileId),
    created_at: review.createdAt.toISOString(),
  }
}

/** A review that is known to exist. @throws AppError 404 otherwise */
export async function ownReview(reader: Reader, reviewId: number): Promise<OwnReview> {
  const [row] = await selectOwn(reader).where(eq(reviews.id, reviewId))
  if (!row) throw notFound()
  return ownShown(row)
}

/** A page of what a family has written, newest first. */
export async function reviewsBy(
  reader: Reader,
  caretakerId: number,
  page: PageRequest,
): Promise<{ count: number; results: OwnReview[] }> {
  const own = eq(reviews.caretakerId, caretakerId)
  const [total] = await reader.select({ count: count() }).from(reviews).where(own)
  const rows = await selectOwn(reader)
    .where(own)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  return { count: total?.count ?? 0, results: rows.map(ownShown) }
}

/**
 * Whether a request is paid and none of that money was asked back. Its other payments say nothing: one that came in
 * twice was given back, and the booking stands.
 */
const isPaidInFull = sql<boolean>`EXISTS (
  SELECT 1 FROM ${payments}
  WHERE ${payments.requestId} = ${requests.id} AND ${payments.status} = 'succeeded' AND ${payments.refundCents} = 0)`

/** What decides on whether a booking can be reviewed; null where there is no such booking. */
export async function findReviewable(reader: Reader, bookingId: number) {
  const [row] = await reader
    .select({
      caregiverId: requests.caregiverId,
      caretakerId: requests.caretakerId,
      endsAt: requestWindows.endsAt,
      isPaidInFull,
      reviewId: reviews.id,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  if (!row) return null
  const { reviewId, ...facts } = row
  return { ...facts, isReviewed: reviewId !== null }
}

/** A page of a family's bookings that have ended and wait for their review, the last ended first. */
export async function reviewableBookings(
  reader: Reader,
  caretakerId: number,
  now: Date,
  page: PageRequest,
): Promise<{ count: number; results: ReviewableBooking[] }> {
  const waiting = and(
    eq(requests.caretakerId, caretakerId),
    lte(requestWindows.endsAt, now),
    isNull(reviews.id),
    isPaidInFull,
  )
  const [total] = await reader
    .select({ count: count() })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(waiting)
  const rows = await reader
    .select({ id: bookings.id, request: requests, window: requestWindows, caregiver: caregivers })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(waiting)
    .orderBy(desc(requestWindows.endsAt), desc(bookings.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ id, request, window, caregiver }) => ({
      id,
      caregiver_id: request.caregiverId,
      caregiver_name: caregiver.fullName,
      caregiver_avatar: toAvatarUrl(caregiver.avatarFileId),
      date_local: window.dateLocal,
      start_local: window.startLocal,
      end_local: window.endLocal,
      timezone: request.timezone,
      hours: hoursOf((window.endsAt.getTime() - window.startsAt.getTime()) / MINUTE_MS),
    })),
  }
}
