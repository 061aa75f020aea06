/**
 * Reminders before a window, and who should be asked for a review after it.
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

/** Families are asked for a review this long after a window, at most a week late. */
const REVIEW_AFTER_MS = DAY_MS
/** For so long after a visit its family is asked for a review. */
export const REVIEW_UNTIL_MS = 8 * DAY_MS

/** At most this many bookings in one run. */
const BATCH = 500

/** Reminds both sides of the windows that begin soon. Each reminder is sent once. */
export async function remindOfVisits(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  for (const reminder of ['day', 'hours'] as const) {
    await withTransaction(deps.database, (transaction) => remind(transaction, deps, reminder))
  }
}

async function remind(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  reminder: Reminder,
): Promise<void> {
  const now = clock.now()
  const column = reminder === 'day' ? bookings.remindedDayAt : bookings.remindedHoursAt
  const due = await takeLiveBookings(
    transaction,
    and(
      isNull(column),
      isNull(bookings.remindedHoursAt),
      gt(requestWindows.startsAt, now),
      lte(requestWindows.startsAt, new Date(now.getTime() + REMINDER_AHEAD_MS[reminder])),
    ),
    reminder === 'day' ? { remindedDayAt: now } : { remindedDayAt: now, remindedHoursAt: now },
  )
  for (const { id, requestId, startsAt } of due) {
    const live = await listLive(transaction, requestId)
    // A window that follows another one directly belongs to that one's reminder.
    if (live.some(({ window }) => window.endsAt.getTime() === startsAt.getTime())) continue
    await jobs.publish(transaction, 'booking.reminder', {
      requestId,
      bookingId: id,
      reminder,
      startsAt: startsAt.toISOString(),
    })
  }
}

/**
 * The visit that a reminder is about: a booking with the windows that follow it directly.
 * @returns null if it was canceled or moved since then
 */
export async function findRemindedVisit(
  deps: Pick<Deps, 'clock' | 'database'>,
  { requestId, bookingId, startsAt }: { requestId: number; bookingId: number; startsAt: string },
): Promise<RequestDetails | null> {
  const live = await listLive(deps.database, requestId)
  const first = live.findIndex(({ booking }) => booking.id === bookingId)
  if (live[first]?.window.startsAt.toISOString() !== startsAt) return null
  const next = live.findIndex(
    ({ window }, index) =>
      index > first && window.startsAt.getTime() !== live[index - 1]?.window.endsAt.getTime(),
  )
  const visit = live.slice(first, next === -1 ? undefined : next)
  return getRequestDetails(
    deps,
    requestId,
    visit.map(({ booking }) => booking.id),
  )
}

/**
 * The bookings that ended a day ago and whose families have not been asked for a review; they count as asked
 * now. The rows are locked until the transaction ends.
 */
export async function takeBookingsToReview(
  transaction: Transaction,
  now: Date,
): Promise<{ id: number; requestId: number }[]> {
  const due = await takeLiveBookings(
    transaction,
    and(
      isNull(bookings.reviewAskedAt),
      lte(requestWindows.endsAt, new Date(now.getTime() - REVIEW_AFTER_MS)),
      gt(requestWindows.endsAt, new Date(now.getTime() - REVIEW_UNTIL_MS)),
    ),
    { reviewAskedAt: now },
  )
  return due.map(({ id, requestId }) => ({ id, requestId }))
}

async function listLive(reader: Reader, requestId: number): Promise<BookedWindow[]> {
  return (await listBookedWindows(reader, requestId)).filter(({ booking }) => !booking.canceledAt)
}

/**
 * Locks the live bookings that meet a condition, in order of time, and writes that they are taken care of.
 */
async function takeLiveBookings(
  transaction: Transaction,
  condition: SQL | undefined,
  change: Partial<typeof bookings.$inferInsert>,
) {
  const due = await transaction
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
    .limit(BATCH)
    .for('update', { of: bookings, skipLocked: true })
  if (due.length > 0) {
    const ids = due.map(({ id }) => id)
    await transaction.update(bookings).set(change).where(inArray(bookings.id, ids))
  }
  return due
}
