import type { CompletionRate } from '@tendwell/contract/cancellation/calls'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { prepareOnce, type Reader } from '../../../platform/database/database.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { type CompletionCounts, calculateCompletionRate } from './completion-rate.ts'

/** The SQL condition that the caregiver canceled a booking, or staff for them. */
const isCanceledByCaregiver = or(
  eq(bookings.canceledBy, 'caregiver'),
  and(eq(bookings.canceledBy, 'admin'), eq(bookings.canceledFor, 'caregiver')),
)

const completionQuery = prepareOnce('completion', (reader) => {
  const now = sql.placeholder('now')
  const since = sql`${now}::timestamptz - interval '12 months'`
  const hasBegunUncanceled = and(isNull(bookings.canceledAt), lte(requestWindows.startsAt, now))
  return reader
    .select({
      bookings: sql<number>`count(*)::int`,
      canceled: sql<number>`(count(*) FILTER (WHERE ${bookings.canceledAt} IS NOT NULL))::int`,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        eq(requests.caregiverId, sql.placeholder('caregiverId')),
        gt(requestWindows.startsAt, since),
        or(hasBegunUncanceled, isCanceledByCaregiver),
      ),
    )
})

/**
 * Counts a caregiver's visits of the last 12 months that have begun and were not canceled, and those that the
 * caregiver canceled, also visits that are still ahead.
 */
export async function countCompletion(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<CompletionCounts> {
  const [counts] = await completionQuery(reader).execute({ caregiverId, now })
  return counts as CompletionCounts
}

/**
 * How many of their bookings a caregiver kept, with the numbers behind the rate.
 * @see docs/rules/bookings.md#completion-rate
 */
export async function getCompletionRate(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<CompletionRate> {
  const counts = await countCompletion(reader, caregiverId, now)
  return { completion_rate: calculateCompletionRate(counts), ...counts }
}
