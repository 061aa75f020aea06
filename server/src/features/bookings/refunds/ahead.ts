import { and, eq, gt, inArray, isNull, sum } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { bookings, requestWindows } from '../tables.ts'

/**
 * What was paid for visits that have neither begun nor been canceled, in cents, by request. Staff don't
 * refund these; they cancel them. Requests without such visits are missing.
 */
export async function sumCentsAhead(
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
