/**
 * The bookings and refunds that have to be settled before an account can be closed.
 * @see docs/rules/own-data.md#what-has-to-be-settled-first
 */
import { and, count, eq, gt, isNull, or } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { isOwnRequest } from './queries.ts'
import { isWaitingRefund } from './refunds/staff-refunds.ts'
import { bookings, requests, requestWindows, staffRefunds } from './tables.ts'

/** How many visits of a person, on either side, are neither over nor canceled. */
export async function countUnfinishedVisits(reader: Reader, userId: number, now: Date): Promise<number> {
  const [row] = await reader
    .select({ count: count() })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        or(isOwnRequest('caregiver', userId), isOwnRequest('caretaker', userId)),
        isNull(bookings.canceledAt),
        gt(requestWindows.endsAt, now),
      ),
    )
  return row?.count ?? 0
}

/** Whether a refund to a family waits for finance or an admin. */
export async function hasWaitingRefund(reader: Reader, familyId: number): Promise<boolean> {
  const [row] = await reader
    .select({ count: count() })
    .from(staffRefunds)
    .innerJoin(requests, eq(requests.id, staffRefunds.requestId))
    .where(and(eq(requests.familyId, familyId), isWaitingRefund))
  return (row?.count ?? 0) > 0
}
