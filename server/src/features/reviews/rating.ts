/** Which reviews count in a caregiver's average. @see docs/rules/bookings.md#reviews */
import { gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { bookings, requestWindows } from '../bookings/index.ts'
import { chargebacks, payments } from '../payments/index.ts'
import { users } from '../people/index.ts'
import { lockCaregiverProfile, setRating } from '../profiles/index.ts'
import { reviews } from './tables.ts'

/** The SQL value: how many cents the family's bank took back of a row of `payments`. */
const takenBackCents = sql`(
  SELECT coalesce(sum(${chargebacks.amountCents}), 0) FROM ${chargebacks}
  WHERE ${chargebacks.paymentId} = ${payments.id} AND ${chargebacks.status} = 'lost')`

/**
 * The SQL condition that a booking is kept: it was not canceled, and nothing of its request's payment was
 * refunded or taken back by the family's bank. Three refunds don't count: that of canceled windows of the
 * request (by us or by the bank), what Tendwell bore, and that of a second payment of the request, which is
 * always refunded.
 */
export const isKeptBooking = sql<boolean>`(${bookings.canceledAt} IS NULL AND EXISTS (
  SELECT 1 FROM ${payments}, (
    SELECT sum(refund_cents) AS refund_cents, sum(owed_cents) AS owed_cents FROM ${bookings} of_request
    WHERE of_request.request_id = ${bookings.requestId}) AS canceled
  WHERE ${payments.requestId} = ${bookings.requestId} AND ${payments.status} = 'succeeded'
    AND ${payments.refundCents} - ${payments.borneCents} = canceled.refund_cents
    AND ${takenBackCents} <= canceled.owed_cents - canceled.refund_cents))`

/**
 * The SQL condition that a visit was not canceled before it began. For statements on `bookings` that join
 * `requestWindows`.
 */
export const isUncanceledAtStart = or(
  isNull(bookings.canceledAt),
  gt(bookings.canceledAt, requestWindows.startsAt),
)

/**
 * A subquery of the reviews (`id`, `rating`) that count for a caregiver: the newest one of each active
 * family, among those that are shown and are of bookings that were neither refunded nor canceled.
 */
export function selectCountedReviews(caregiverId: number): SQL {
  return sql`(
    SELECT DISTINCT ON (${reviews.familyId}) ${reviews.id}, ${reviews.rating}
    FROM ${reviews}
    JOIN ${users} ON ${users.id} = ${reviews.familyId} AND ${users.isActive}
    JOIN ${bookings} ON ${bookings.id} = ${reviews.bookingId}
    WHERE ${reviews.caregiverId} = ${caregiverId} AND ${reviews.hiddenAt} IS NULL AND ${isKeptBooking}
    ORDER BY ${reviews.familyId}, ${reviews.createdAt} DESC, ${reviews.id} DESC)`
}

/**
 * Computes a caregiver's average rating and number of reviews, and stores both. A transaction must call this
 * if it writes or hides a review, refunds a reviewed booking or changes whether a reviewer is active. It is
 * called after a bank has decided about a payment too. Locks the caregiver's profile.
 * @throws AppError 404 when the id is not a caregiver's
 */
export async function recountRating(transaction: Transaction, caregiverId: number): Promise<void> {
  await lockCaregiverProfile(transaction, caregiverId)
  const { rows } = await transaction.execute<{ ratingSum: number; ratingCount: number }>(sql`
    SELECT coalesce(sum(rating), 0)::int AS "ratingSum", count(*)::int AS "ratingCount"
    FROM ${selectCountedReviews(caregiverId)} AS counted`)
  await setRating(transaction, caregiverId, rows[0] as (typeof rows)[number])
}

/** Calls `recountRating` for each caregiver whom a family has reviewed, by ascending id. */
export async function recountRatingsByFamily(transaction: Transaction, familyId: number): Promise<void> {
  const { rows } = await transaction.execute<{ caregiverId: number }>(sql`
    SELECT DISTINCT ${reviews.caregiverId} AS "caregiverId" FROM ${reviews}
    WHERE ${reviews.familyId} = ${familyId} ORDER BY 1`)
  for (const { caregiverId } of rows) await recountRating(transaction, caregiverId)
}
