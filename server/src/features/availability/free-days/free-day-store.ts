import type { LocalDate } from '@tendwell/contract/time'
import { and, between, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { freeDayHorizons, freeDays } from '../tables.ts'

/** The free slots of a caregiver that start on one UTC day, in minutes since 1970 in UTC. */
export type FreeDay = { day: LocalDate; starts: number[]; ends: number[] }

/**
 * Replaces a caregiver's free days from `first` to `last` (both included), writing only those that differ.
 */
export async function replaceFreeDays(
  transaction: Transaction,
  caregiverId: number,
  { first, last }: { first: LocalDate; last: LocalDate },
  days: readonly FreeDay[],
): Promise<void> {
  await transaction.delete(freeDays).where(
    and(
      eq(freeDays.caregiverId, caregiverId),
      between(freeDays.day, first, last),
      notInArray(
        freeDays.day,
        days.map(({ day }) => day),
      ),
    ),
  )
  if (days.length === 0) return
  await transaction
    .insert(freeDays)
    .values(days.map((freeDay) => ({ caregiverId, ...freeDay })))
    .onConflictDoUpdate({
      target: [freeDays.caregiverId, freeDays.day],
      set: { starts: sql`excluded.starts`, ends: sql`excluded.ends` },
      setWhere: sql`(${freeDays.starts}, ${freeDays.ends}) IS DISTINCT FROM (excluded.starts, excluded.ends)`,
    })
}

/** Deletes a caregiver's free days before a UTC day. */
export async function deleteFreeDaysBefore(
  transaction: Transaction,
  caregiverId: number,
  day: LocalDate,
): Promise<void> {
  await transaction.delete(freeDays).where(and(eq(freeDays.caregiverId, caregiverId), lt(freeDays.day, day)))
}

/**
 * The last UTC day up to which a caregiver's free days are filled; null for a caregiver who never had hours.
 */
export async function findFilledUntil(
  transaction: Transaction,
  caregiverId: number,
): Promise<LocalDate | null> {
  const [row] = await transaction
    .select({ filledUntil: freeDayHorizons.filledUntil })
    .from(freeDayHorizons)
    .where(eq(freeDayHorizons.caregiverId, caregiverId))
  return row?.filledUntil ?? null
}

/** Stores the last UTC day up to which a caregiver's free days are filled. */
export async function setFilledUntil(
  transaction: Transaction,
  caregiverId: number,
  filledUntil: LocalDate,
): Promise<void> {
  await transaction
    .insert(freeDayHorizons)
    .values({ caregiverId, filledUntil })
    .onConflictDoUpdate({ target: freeDayHorizons.caregiverId, set: { filledUntil } })
}

/**
 * The ids of caregivers whose free days end before a UTC day, the shortest first. Users without a caregiver
 * profile are left out: they have no calendar to extend, so each run would find them again.
 */
export async function listCaregiversToExtend(
  database: Database,
  day: LocalDate,
  limit: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: freeDayHorizons.caregiverId })
    .from(freeDayHorizons)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, freeDayHorizons.caregiverId))
    .where(lt(freeDayHorizons.filledUntil, day))
    .orderBy(freeDayHorizons.filledUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}
