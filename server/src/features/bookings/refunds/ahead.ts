import { and, eq, gt, inArray, isNull, sum } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { bookings, requestWindows } from '../tables.ts'

/**
 * What was paid for the visits of requests that have not begun, in cents, by request: those are canceled
 * instead of refunded. A request without any is missing.
 */
export async function sumAhead(
  reader: Reader,
  requestIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .select({ requestId: bookings.requestId, cents: sum(bookings.priceCents).mapWith(Number) })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        inArray(bookings.requestId, [...requestIds]),
        isNull(bookings.canceledAt),
        gt(requestWindows.startsAt, now),
      ),
    )
    .groupBy(bookings.requestId)
  return new Map(rows.map(({ requestId, cents }) => [requestId, cents]))
}
