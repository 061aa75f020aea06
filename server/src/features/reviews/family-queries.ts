/** A family's own reviews, and their bookings without a review. */
import type { OwnReview, ReviewableBooking } from '@tendwell/contract/reviews/reviews'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { bookings, REVIEW_UNTIL_MS, requests, requestWindows, toHours } from '../bookings/index.ts'
import { payments } from '../payments/index.ts'
import { findNames, findPeople } from '../people/index.ts'
import { hasBegun, isKeptBooking } from './rating.ts'
import { reviews } from './tables.ts'

function selectOwnReviews(reader: Reader) {
  return reader
    .select({
      review: reviews,
      isRefunded: sql<boolean>`NOT ${isKeptBooking}`,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
}

type People = Awaited<ReturnType<typeof findPeople>>
type OwnReviewRow = Awaited<ReturnType<typeof selectOwnReviews>>[number]

async function toOwnReviews(reader: Reader, rows: readonly OwnReviewRow[]): Promise<OwnReview[]> {
  const people = await findPeople(
    reader,
    rows.flatMap(({ review }) => [review.caregiverId, review.familyId]),
  )
  return rows.map((row) => toOwnReview(row, people))
}

function toOwnReview({ review, isRefunded }: OwnReviewRow, people: People): OwnReview {
  const [caregiver, caretaker] = [people.get(review.caregiverId), people.get(review.familyId)]
  return {
    id: review.id,
    booking_id: review.bookingId,
    rating: review.rating,
    comment: review.comment,
    caretaker_name: caretaker?.name ?? '',
    caretaker_avatar: caretaker?.avatar ?? null,
    caregiver_id: review.caregiverId,
    caregiver_name: caregiver?.name ?? '',
    caregiver_avatar: caregiver?.avatar ?? null,
    created_at: review.createdAt.toISOString(),
    is_refunded: isRefunded,
    is_hidden: review.hiddenAt !== null,
  }
}

/** @throws AppError 404 for a review that does not exist */
export async function getOwnReview(reader: Reader, reviewId: number): Promise<OwnReview> {
  const [review] = await toOwnReviews(reader, await selectOwnReviews(reader).where(eq(reviews.id, reviewId)))
  if (!review) throw notFound()
  return review
}

/** A page of a family's reviews, newest first. */
export async function listOwnReviews(
  reader: Reader,
  familyId: number,
  page: PageRequest,
): Promise<{ count: number; results: OwnReview[] }> {
  const own = eq(reviews.familyId, familyId)
  const [total] = await reader.select({ count: count() }).from(reviews).where(own)
  const rows = await selectOwnReviews(reader)
    .where(own)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return { count: total?.count ?? 0, results: await toOwnReviews(reader, rows) }
}

/**
 * The state of a booking that decides whether it can be reviewed, or null for a booking that does not exist.
 */
export async function findBookingForReview(reader: Reader, bookingId: number) {
  const [row] = await reader
    .select({
      caregiverId: requests.caregiverId,
      familyId: requests.familyId,
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
function isReviewable(familyId: number, now: Date) {
  return and(eq(requests.familyId, familyId), lte(requestWindows.endsAt, now), isNull(reviews.id), hasBegun)
}

/**
 * The family's latest visit, not older than eight days, that it can review, was not refunded and is not
 * disputed.
 */
export async function findVisitToReview(reader: Reader, familyId: number, now: Date) {
  const held = reader
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.requestId, bookings.requestId), gt(payments.heldCents, 0)))
  const [row] = await reader
    .select({
      bookingId: bookings.id,
      caregiverId: requests.caregiverId,
      startsAt: requestWindows.startsAt,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(
      and(
        isReviewable(familyId, now),
        isKeptBooking,
        gt(requestWindows.endsAt, new Date(now.getTime() - REVIEW_UNTIL_MS)),
        notExists(held),
      ),
    )
    .orderBy(desc(requestWindows.endsAt), desc(bookings.id))
    .limit(1)
  if (!row) return null
  const { caregiverId, ...visit } = row
  const names = await findNames(reader, [caregiverId])
  return { ...visit, caregiverName: names.get(caregiverId) ?? '' }
}

/** A page of a family's ended bookings that they can review, last ended first. */
export async function listReviewableBookings(
  reader: Reader,
  familyId: number,
  now: Date,
  page: PageRequest,
): Promise<{ count: number; results: ReviewableBooking[] }> {
  const isWanted = isReviewable(familyId, now)
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
      isRefunded: sql<boolean>`NOT ${isKeptBooking}`,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(isWanted)
    .orderBy(desc(requestWindows.endsAt), desc(bookings.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const people = await findPeople(
    reader,
    rows.map(({ request }) => request.caregiverId),
  )
  return {
    count: total?.count ?? 0,
    results: rows.map(({ id, request, window, isRefunded }) => ({
      id,
      caregiver_id: request.caregiverId,
      caregiver_name: people.get(request.caregiverId)?.name ?? '',
      caregiver_avatar: people.get(request.caregiverId)?.avatar ?? null,
      date_local: window.dateLocal,
      start_local: window.startLocal,
      end_local: window.endLocal,
      timezone: request.timezone,
      hours: toHours((window.endsAt.getTime() - window.startsAt.getTime()) / MINUTE_MS),
      is_refunded: isRefunded,
    })),
  }
}
