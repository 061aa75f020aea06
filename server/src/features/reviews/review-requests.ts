import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { takeBookingsToReview } from '../bookings/index.ts'
import { findRequestPayment } from '../payments/index.ts'
import { findBookingForReview } from './family-queries.ts'

/**
 * Asks families for a review of the bookings that ended a day ago, unless they were reviewed or refunded, or
 * are disputed. Runs as a job.
 * @see docs/rules/bookings.md#reminders
 */
export async function askForReviews(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const now = deps.clock.now()
    for (const { id: bookingId, requestId } of await takeBookingsToReview(transaction, now)) {
      const booking = await findBookingForReview(transaction, bookingId)
      if (!booking?.isKept || booking.isReviewed) continue
      const payment = await findRequestPayment(transaction, requestId)
      const isMoneyHeld = payment !== null && payment.heldCents > 0
      if (!isMoneyHeld) await deps.jobs.publish(transaction, 'review.requested', { bookingId })
    }
  })
}
