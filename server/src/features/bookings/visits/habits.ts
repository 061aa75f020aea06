import { DAY_MS } from '@tendwell/contract/time'
import { and, count, desc, eq, gt, gte, isNull, max, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import type { FamilyHabits } from '../../search/index.ts'
import { bookings, requests, requestWindows } from '../tables.ts'

/** Older visits say nothing about when a family usually books. */
const HABIT_DAYS = 180
/** Fewer visits at the same hours are no habit. */
const HABIT_VISITS = 2

/**
 * Whom a family has booked, and the hours of a weekday that it books most often, without what was canceled.
 * @see docs/rules/profiles-and-files.md#best-match
 */
export async function findFamilyHabits(reader: Reader, familyId: number, now: Date): Promise<FamilyHabits> {
  const isKept = and(eq(requests.familyId, familyId), isNull(bookings.canceledAt))
  const booked = await reader
    .selectDistinct({ id: requests.caregiverId })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .where(isKept)
  const weekday = sql<number>`extract(isodow FROM ${requestWindows.dateLocal})::int`
  const { startLocal: start, endLocal: end } = requestWindows
  const zone = requests.timezone
  const [usualHours] = await reader
    .select({ weekday, start, end, zone })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(and(isKept, gt(requestWindows.startsAt, new Date(now.getTime() - HABIT_DAYS * DAY_MS))))
    .groupBy(weekday, start, end, zone)
    .having(gte(count(), HABIT_VISITS))
    .orderBy(desc(count()), desc(max(requestWindows.startsAt)))
    .limit(1)
  return { bookedIds: booked.map(({ id }) => id), usualHours: usualHours ?? null }
}
