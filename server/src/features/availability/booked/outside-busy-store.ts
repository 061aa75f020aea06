import type { Interval } from '@tendwell/contract/time'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { outsideBusy } from '../tables.ts'

/** The stored busy times of an outside calendar, in epoch ms. */
export async function listStoredBusy(transaction: Transaction, calendarId: number): Promise<Interval[]> {
  const rows = await transaction.select().from(outsideBusy).where(eq(outsideBusy.calendarId, calendarId))
  return rows.map(({ startsAt, endsAt }) => ({ startMs: startsAt.getTime(), endMs: endsAt.getTime() }))
}

/** Stores busy times (epoch ms) of a caregiver's outside calendar. */
export async function insertBusy(
  transaction: Transaction,
  owner: { caregiverId: number; calendarId: number },
  times: readonly Interval[],
): Promise<void> {
  if (times.length === 0) return
  await transaction.insert(outsideBusy).values(
    times.map(({ startMs, endMs }) => ({
      ...owner,
      startsAt: new Date(startMs),
      endsAt: new Date(endMs),
    })),
  )
}

/** Deletes these busy times (epoch ms) of an outside calendar; their starts identify them. */
export async function deleteBusy(
  transaction: Transaction,
  calendarId: number,
  times: readonly Interval[],
): Promise<void> {
  if (times.length === 0) return
  const starts = times.map(({ startMs }) => new Date(startMs))
  await transaction
    .delete(outsideBusy)
    .where(and(eq(outsideBusy.calendarId, calendarId), inArray(outsideBusy.startsAt, starts)))
}
