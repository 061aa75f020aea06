/**
 * Reminders before a visit, and requests for a review after it.
 * @see docs/rules/bookings.md#reminders
 */
import { DAY_MS } from '@tendwell/contract/time'
import { and, asc, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { getRequestDetails, listBookedWindows } from '../queries.ts'
import type { BookedWindow, RequestDetails } from '../responses.ts'
import { bookings, requestWindows } from '../tables.ts'
import { REMINDER_AHEAD_MS, type Reminder } from './plan.ts'

/** How long after a visit its family is asked for a review. */
const REVIEW_AFTER_MS = DAY_MS
/** How long after a visit its family can still be asked, for example if the job did not run. */
export const REVIEW_UNTIL_MS = 8 * DAY_MS

/** How many bookings one run takes at most. */
const BATCH_SIZE = 500

/** Publishes the reminders of visits that begin within a day or two hours. Each is sent once. */
export async function remindOfVisits(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  for (const reminder of ['day', 'hours'] as const) {
    await withTransaction(deps.database, (transaction) => publishReminders(transaction, deps, reminder))
  }
}

/** Publishes one kind of reminder for the visits that are due. */
async function publishReminders(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  reminder: Reminder,
): Promise<void> {
  const now = clock.now()
  const remindedAtColumn = reminder === 'day' ? bookings.remindedDayAt : bookings.remindedHoursAt
  const dueBookings = await takeLiveBookings(
    transaction,
    and(
      isNull(remindedAtColumn),
      // Follows from the line before, and lets PostgreSQL use the index `bookings_to_remind`.
      isNull(bookings.remindedHoursAt),
      gt(requestWindows.startsAt, now),
      lte(requestWindows.startsAt, new Date(now.getTime() + REMINDER_AHEAD_MS[reminder])),
    ),
    reminder === 'day' ? { remindedDayAt: now } : { remindedDayAt: now, remindedHoursAt: now },
  )
  for (const { id, requestId, startsAt } of dueBookings) {
    const liveBookings = await listLiveBookedWindows(transaction, requestId)
    // A window that directly follows another one of its request belongs to the reminder of that one.
    if (liveBookings.some(({ window }) => window.endsAt.getTime() === startsAt.getTime())) continue
    await jobs.publish(transaction, 'booking.reminder', {
      requestId,
      bookingId: id,
      reminder,
      startsAt: startsAt.toISOString(),
    })
  }
}

/**
 * The details for a reminder: the request, limited to the booking and those that directly follow it.
 * @returns null if the booking was canceled or moved after the reminder was published
 */
export async function findReminderDetails(
  deps: Pick<Deps, 'clock' | 'database'>,
  { requestId, bookingId, startsAt }: { requestId: number; bookingId: number; startsAt: string },
): Promise<RequestDetails | null> {
  const liveBookings = await listLiveBookedWindows(deps.database, requestId)
  const firstIndex = liveBookings.findIndex(({ booking }) => booking.id === bookingId)
  if (liveBookings[firstIndex]?.window.startsAt.toISOString() !== startsAt) return null
  const nextVisitIndex = liveBookings.findIndex(
    ({ window }, index) =>
      index > firstIndex && window.startsAt.getTime() !== liveBookings[index - 1]?.window.endsAt.getTime(),
  )
  const visitBookings = liveBookings.slice(firstIndex, nextVisitIndex === -1 ? undefined : nextVisitIndex)
  return getRequestDetails(
    deps,
    requestId,
    visitBookings.map(({ booking }) => booking.id),
  )
}

/**
 * Marks the bookings that ended at least a day ago as asked for a review, and returns them; those that were
 * marked before are left out. Locks the rows until the transaction ends.
 */
export async function takeBookingsToReview(
  transaction: Transaction,
  now: Date,
): Promise<{ id: number; requestId: number }[]> {
  const dueBookings = await takeLiveBookings(
    transaction,
    and(
      isNull(bookings.reviewAskedAt),
      lte(requestWindows.endsAt, new Date(now.getTime() - REVIEW_AFTER_MS)),
      gt(requestWindows.endsAt, new Date(now.getTime() - REVIEW_UNTIL_MS)),
    ),
    { reviewAskedAt: now },
  )
  return dueBookings.map(({ id, requestId }) => ({ id, requestId }))
}

/** The bookings of a request that aren't canceled, with their windows, in order of time. */
async function listLiveBookedWindows(reader: Reader, requestId: number): Promise<BookedWindow[]> {
  return (await listBookedWindows(reader, requestId)).filter(({ booking }) => !booking.canceledAt)
}

/**
 * Locks the live bookings that meet a condition, applies a change to them and returns them in order of time;
 * at most `BATCH_SIZE`. Skips rows that another transaction has locked, such as this job on another node.
 * @param change marks them as done, so that they don't meet the condition again
 */
async function takeLiveBookings(
  transaction: Transaction,
  condition: SQL | undefined,
  change: Partial<typeof bookings.$inferInsert>,
) {
  const dueBookings = await transaction
    .select({
      id: bookings.id,
      requestId: bookings.requestId,
      startsAt: requestWindows.startsAt,
      endsAt: requestWindows.endsAt,
    })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(isNull(bookings.canceledAt), condition))
    .orderBy(asc(requestWindows.startsAt))
    .limit(BATCH_SIZE)
    .for('update', { of: bookings, skipLocked: true })
  if (dueBookings.length > 0) {
    const ids = dueBookings.map(({ id }) => id)
    await transaction.update(bookings).set(change).where(inArray(bookings.id, ids))
  }
  return dueBookings
}
