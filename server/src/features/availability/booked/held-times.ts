/**
 * Hours of accepted requests that are offered to nobody else for a while.
 * @see docs/rules/bookings.md#holding
 */
import type { Booked } from '@tendwell/contract/availability/slots'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, lte } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Database, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { toSpan } from '../calendar/calendar.ts'
import { refreshFreeWeeks, rewriteFreeWeeks } from '../free-weeks/free-weeks.ts'
import { type LockedCaregiver, lockCaregiver } from '../store.ts'
import { heldTimes } from '../tables.ts'

/** How many caregivers' holds end per run of the job. */
const BATCH_SIZE = 200

/**
 * Holds intervals of a caregiver's time (epoch ms) with the buffer after each for a request, so that they are no
 * longer offered. The caller has locked the caregiver for update.
 */
export async function holdTimes(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId }: LockedCaregiver,
  { requestId, intervals, until }: { requestId: number; intervals: readonly Required<Booked>[]; until: Date },
): Promise<void> {
  await transaction.insert(heldTimes).values(
    intervals.map(({ startMs, endMs, bufferMs }) => ({
      caregiverId,
      requestId,
      startsAt: new Date(startMs),
      endsAt: new Date(endMs),
      bufferMinutes: Math.floor(bufferMs / MINUTE_MS),
      heldUntil: until,
    })),
  )
  await rewriteFreeWeeks(transaction, deps, { caregiverId }, toSpan(intervals))
}

/** Ends the hold of a request that was paid or closed. `releaseEndedHolds` lets the search know. */
export async function endHold(transaction: Transaction, requestId: number): Promise<void> {
  await transaction
    .update(heldTimes)
    .set({ heldUntil: new Date(0) })
    .where(eq(heldTimes.requestId, requestId))
}

/** Deletes holds that have ended, and lets the search and those who wait know of the hours. */
export async function releaseEndedHolds(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  const now = deps.clock.now()
  for (const caregiverId of await listCaregiversWithEndedHolds(deps.database, now)) {
    await withTransaction(deps.database, async (transaction) => {
      const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
      const ended = await transaction
        .delete(heldTimes)
        .where(and(eq(heldTimes.caregiverId, caregiverId), lte(heldTimes.heldUntil, now)))
        .returning()
      if (!caregiver || ended.length === 0) return
      const intervals = ended.map(({ startsAt, endsAt }) => ({
        startMs: startsAt.getTime(),
        endMs: endsAt.getTime(),
      }))
      await refreshFreeWeeks(transaction, deps, caregiver, toSpan(intervals))
    })
  }
}

async function listCaregiversWithEndedHolds(database: Database, now: Date): Promise<number[]> {
  const rows = await database
    .selectDistinct({ id: heldTimes.caregiverId })
    .from(heldTimes)
    .where(lte(heldTimes.heldUntil, now))
    .limit(BATCH_SIZE)
  return rows.map(({ id }) => id)
}
