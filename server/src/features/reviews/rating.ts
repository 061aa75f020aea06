/** Which reviews count in a caregiver's average. @see docs/rules/bookings.md#reviews */
import { gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { bookings, requestWindows } from '../bookings/index.ts'
import { chargebacks, payments } from '../payments/index.ts'
import { users } from '../people/index.ts'
import { lockCaregiverProfile, setRating } from '../profiles/index.ts'
import { reviews } from './tables.ts'

/** What the family's bank took back of a row of `payments`, in cents. */
const takenBackCents = sql`(
  SELECT coalesce(sum(${chargebacks.amountCents}), 0) FROM ${chargebacks}
  WHERE ${chargebacks.paymentId} = ${payments.id} AND ${chargebacks.status} = 'lost')`

/**
 * Whether a row of `bookings` was paid and nothing of it was refunded or taken back by the family's bank.
 * Refunds of canceled windows of the same request do not matter, also those that the bank made, nor do those
 * that Tendwell bore, nor a second payment of the request, which is always refunded.
 */
export const isKeptBooking = sql<boolean>`(${bookings.canceledAt} IS NULL AND EXISTS (
  SELECT 1 FROM ${payments}, (
    SELECT sum(refund_cents) AS refund_cents, sum(owed_cents) AS owed_cents FROM ${bookings} of_request
    WHERE of_request.request_id = ${bookings.requestId}) AS canceled
  WHERE ${payments.requestId} = ${bookings.requestId} AND ${payments.status} = 'succeeded'
    AND ${payments.refundCents} - ${payments.borneCents} = canceled.refund_cents
    AND ${takenBackCents} <= canceled.owed_cents - canceled.refund_cents))`

/**
 * Whether a row of `bookings`, joined with its `requestWindows`, is of a visit that began: it was not
 * canceled before.
 */
export const hasBegun = or(isNull(bookings.canceledAt), gt(bookings.canceledAt, requestWindows.startsAt))

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
 * Counts a caregiver's rating again. Call it in each transaction that writes or hides a review, refunds a
 * reviewed booking or changes whether a reviewer is active, and after a bank has decided about a payment.
 * Locks the caregiver's profile.
 * @throws AppError 404 when the id is not a caregiver's
 */
export async function recountRating(transaction: Transaction, caregiverId: number): Promise<void> {
  await lockCaregiverProfile(transaction, caregiverId)
  const { rows } = await transaction.execute<{ ratingSum: number; ratingCount: number }>(sql`
    SELECT coalesce(sum(rating), 0)::int AS "ratingSum", count(*)::int AS "ratingCount"
    FROM ${selectCountedReviews(caregiverId)} AS counted`)
  await setRating(transaction, caregiverId, rows[0] as (typeof rows)[number])
}

/** `recountRating` for each caregiver that a family has reviewed, by ascending id. */
export async function recountRatingsBy(transaction: Transaction, familyId: number): Promise<void> {
  const { rows } = await transaction.execute<{ caregiverId: number }>(sql`
    SELECT DISTINCT ${reviews.caregiverId} AS "caregiverId" FROM ${reviews}
    WHERE ${reviews.familyId} = ${familyId} ORDER BY 1`)
  for (const { caregiverId } of rows) await recountRating(transaction, caregiverId)
}
