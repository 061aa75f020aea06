import type { CompletionRate } from '@tendwell/contract/cancellation/calls'
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { bookings, requests, requestWindows } from '../tables.ts'
import { type CompletionCounts, calculateCompletionRate } from './completion-rate.ts'

/** The SQL condition that the caregiver canceled a booking, or staff for them. */
const isCanceledByCaregiver = or(
  eq(bookings.canceledBy, 'caregiver'),
  and(eq(bookings.canceledBy, 'admin'), eq(bookings.canceledFor, 'caregiver')),
)

/**
 * Counts a caregiver's visits of the last 12 months that have begun and were not canceled, and those that the
 * caregiver canceled, also visits that are still ahead.
 */
export async function countCompletion(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<CompletionCounts> {
  const since = sql`${now.toISOString()}::timestamptz - interval '12 months'`
  const hasBegunUncanceled = and(isNull(bookings.canceledAt), lte(requestWindows.startsAt, now))
  const [counts] = await reader
    .select({
      bookings: sql<number>`count(*)::int`,
      canceled: sql<number>`(count(*) FILTER (WHERE ${bookings.canceledAt} IS NOT NULL))::int`,
    })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        eq(requests.caregiverId, caregiverId),
        gt(requestWindows.startsAt, since),
        or(hasBegunUncanceled, isCanceledByCaregiver),
      ),
    )
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
