/** A family's own reviews, and their bookings without a review. */
import type { OwnReview, ReviewableBooking } from '@tendwell/contract/reviews/reviews'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { bookings, REVIEW_UNTIL_MS, requests, requestWindows, toHours } from '../bookings/index.ts'
import { payments } from '../payments/index.ts'
import { toAvatarUrl, users } from '../people/index.ts'
import { hasBegun, isKeptBooking } from './rating.ts'
import { reviews } from './tables.ts'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

function selectOwnReviews(reader: Reader) {
  return reader
    .select({
      review: reviews,
      caregiver: caregivers,
      caretaker: caretakers,
      isRefunded: sql<boolean>`NOT ${isKeptBooking}`,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(caregivers, eq(caregivers.id, reviews.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, reviews.caretakerId))
}

type OwnReviewRow = Awaited<ReturnType<typeof selectOwnReviews>>[number]

function toOwnReview({ review, caregiver, caretaker, isRefunded }: OwnReviewRow): OwnReview {
  return {
    id: review.id,
    booking_id: review.bookingId,
    rating: review.rating,
    comment: review.comment,
    caretaker_name: caretaker.fullName,
    caretaker_avatar: toAvatarUrl(caretaker),
    caregiver_id: review.caregiverId,
    caregiver_name: caregiver.fullName,
    caregiver_avatar: toAvatarUrl(caregiver),
    created_at: review.createdAt.toISOString(),
    is_refunded: isRefunded,
    is_hidden: review.hiddenAt !== null,
  }
}

/** @throws AppError 404 for a review that does not exist */
export async function getOwnReview(reader: Reader, reviewId: number): Promise<OwnReview> {
  const [row] = await selectOwnReviews(reader).where(eq(reviews.id, reviewId))
  if (!row) throw notFound()
  return toOwnReview(row)
}

/** A page of a family's reviews, newest first. */
export async function listOwnReviews(
  reader: Reader,
  caretakerId: number,
  page: PageRequest,
): Promise<{ count: number; results: OwnReview[] }> {
  const own = eq(reviews.caretakerId, caretakerId)
  const [total] = await reader.select({ count: count() }).from(reviews).where(own)
  const rows = await selectOwnReviews(reader)
    .where(own)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return { count: total?.count ?? 0, results: rows.map(toOwnReview) }
}

/**
 * The state of a booking that decides whether it can be reviewed, or null for a booking that does not exist.
 */
export async function findBookingForReview(reader: Reader, bookingId: number) {
  const [row] = await reader
    .select({
      caregiverId: requests.caregiverId,
      caretakerId: requests.caretakerId,
      endsAt: requestWindows.endsAt,
      hasBegun: sql<boolean>`${hasBegun}`,
      isKept: isKeptBooking,
      reviewId: reviews.id,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  if (!row) return null
  const { reviewId, ...booking } = row
  return { ...booking, isReviewed: reviewId !== null }
}

/** Joined with `requests`, `requestWindows` and, as far as there are any, `reviews`. */
function isReviewable(caretakerId: number, now: Date) {
  return and(
    eq(requests.caretakerId, caretakerId),
    lte(requestWindows.endsAt, now),
    isNull(reviews.id),
    hasBegun,
  )
}

/**
 * The family's latest visit, not older than eight days, that it can review, was not refunded and is not
 * disputed.
 */
export async function findVisitToReview(reader: Reader, caretakerId: number, now: Date) {
  const held = reader
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.requestId, bookings.requestId), gt(payments.heldCents, 0)))
  const [row] = await reader
    .select({
      bookingId: bookings.id,
      caregiverName: caregivers.fullName,
      startsAt: requestWindows.startsAt,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(
      and(
        isReviewable(caretakerId, now),
        isKeptBooking,
        gt(requestWindows.endsAt, new Date(now.getTime() - REVIEW_UNTIL_MS)),
        notExists(held),
      ),
    )
    .orderBy(desc(requestWindows.endsAt), desc(bookings.id))
    .limit(1)
  return row ?? null
}

/** A page of a family's ended bookings that they can review, last ended first. */
export async function listReviewableBookings(
  reader: Reader,
  caretakerId: number,
  now: Date,
  page: PageRequest,
): Promise<{ count: number; results: ReviewableBooking[] }> {
  const isWanted = isReviewable(caretakerId, now)
  const [total] = await reader
    .select({ count: count() })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(isWanted)
  const rows = await reader
    .select({
      id: bookings.id,
      request: requests,
      window: requestWindows,
      caregiver: caregivers,
      isRefunded: sql<boolean>`NOT ${isKeptBooking}`,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(isWanted)
    .orderBy(desc(requestWindows.endsAt), desc(bookings.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ id, request, window, caregiver, isRefunded }) => ({
      id,
      caregiver_id: request.caregiverId,
      caregiver_name: caregiver.fullName,
      caregiver_avatar: toAvatarUrl(caregiver),
      date_local: window.dateLocal,
      start_local: window.startLocal,
      end_local: window.endLocal,
      timezone: request.timezone,
      hours: toHours((window.endsAt.getTime() - window.startsAt.getTime()) / MINUTE_MS),
      is_refunded: isRefunded,
    })),
  }
}
