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
import { isKeptBooking, isUncanceledAtStart } from './rating.ts'
import { toReply } from './reply.ts'
import { reviews } from './tables.ts'

/** A select of reviews, with whether the booking was canceled or refunded, to which callers add `where`. */
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

/** Rows of `selectOwnReviews` as their authors see them, with names and photos. */
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
    reply: toReply(review),
    is_hidden: review.hiddenAt !== null,
  }
}

/** A review as its author sees it. @throws AppError 404 for a review that does not exist */
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
  const ownReviews = eq(reviews.familyId, familyId)
  const [total] = await reader.select({ count: count() }).from(reviews).where(ownReviews)
  const rows = await selectOwnReviews(reader)
    .where(ownReviews)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return { count: total?.count ?? 0, results: await toOwnReviews(reader, rows) }
}

/**
 * What decides whether a booking can be reviewed: its people, its end, and whether it was not canceled before
 * it began, was not refunded (`isKept`) and has a review. Null for a booking that does not exist.
 */
export async function findBookingForReview(reader: Reader, bookingId: number) {
  const [row] = await reader
    .select({
      caregiverId: requests.caregiverId,
      familyId: requests.familyId,
      endsAt: requestWindows.endsAt,
      isUncanceledAtStart: sql<boolean>`${isUncanceledAtStart}`,
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

/**
 * The SQL condition that a family can review a booking, for a statement that joins `requests` and
 * `requestWindows`, and left-joins `reviews`.
 */
function isReviewableBy(familyId: number, now: Date) {
  return and(
    eq(requests.familyId, familyId),
    lte(requestWindows.endsAt, now),
    isNull(reviews.id),
    isUncanceledAtStart,
  )
}

/**
 * The latest visit that a family should be asked to review on its home page: one that it can review, that
 * ended within the last eight days, and that was neither refunded nor is disputed. Null without one.
 */
export async function findVisitToReview(reader: Reader, familyId: number, now: Date) {
  const heldPayments = reader
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
        isReviewableBy(familyId, now),
        isKeptBooking,
        gt(requestWindows.endsAt, new Date(now.getTime() - REVIEW_UNTIL_MS)),
        notExists(heldPayments),
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
  const canBeReviewed = isReviewableBy(familyId, now)
  const [total] = await reader
    .select({ count: count() })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(canBeReviewed)
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
    .where(canBeReviewed)
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
