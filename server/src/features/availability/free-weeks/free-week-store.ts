import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { freeWeekHorizons, freeWeeks } from '../tables.ts'

/** The free slots of a caregiver that start in one week, as `free_weeks` stores them. */
export type FreeWeek = { weekMinute: number; starts: number[]; ends: number[]; visitStarts: number[] | null }

/** Replaces a caregiver's free weeks that begin in [fromMs, toMs), writing only those that differ. */
export async function replaceFreeWeeks(
  transaction: Transaction,
  caregiverId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  weeks: readonly FreeWeek[],
): Promise<void> {
  await transaction.delete(freeWeeks).where(
    and(
      eq(freeWeeks.caregiverId, caregiverId),
      gte(freeWeeks.weekMinute, fromMs / MINUTE_MS),
      lt(freeWeeks.weekMinute, toMs / MINUTE_MS),
      notInArray(
        freeWeeks.weekMinute,
        weeks.map(({ weekMinute }) => weekMinute),
      ),
    ),
  )
  if (weeks.length === 0) return
  await transaction
    .insert(freeWeeks)
    .values(weeks.map((week) => ({ caregiverId, ...week })))
    .onConflictDoUpdate({
      target: [freeWeeks.caregiverId, freeWeeks.weekMinute],
      set: {
        starts: sql`excluded.starts`,
        ends: sql`excluded.ends`,
        visitStarts: sql`excluded.visit_starts`,
      },
      setWhere: sql`(${freeWeeks.starts}, ${freeWeeks.ends}, ${freeWeeks.visitStarts})
        IS DISTINCT FROM (excluded.starts, excluded.ends, excluded.visit_starts)`,
    })
}

/** Deletes a caregiver's free weeks that begin before an instant (epoch ms). */
export async function deleteFreeWeeksBefore(
  transaction: Transaction,
  caregiverId: number,
  untilMs: number,
): Promise<void> {
  await transaction
    .delete(freeWeeks)
    .where(and(eq(freeWeeks.caregiverId, caregiverId), lt(freeWeeks.weekMinute, untilMs / MINUTE_MS)))
}

/** When a caregiver's filled weeks end (epoch ms); null for a caregiver who never had hours. */
export async function findFilledUntilMs(
  transaction: Transaction,
  caregiverId: number,
): Promise<number | null> {
  const [row] = await transaction
    .select({ filledUntil: freeWeekHorizons.filledUntil })
    .from(freeWeekHorizons)
    .where(eq(freeWeekHorizons.caregiverId, caregiverId))
  return row?.filledUntil.getTime() ?? null
}

/** Stores when a caregiver's filled weeks end (epoch ms). */
export async function setFilledUntil(
  transaction: Transaction,
  caregiverId: number,
  untilMs: number,
): Promise<void> {
  const filledUntil = new Date(untilMs)
  await transaction
    .insert(freeWeekHorizons)
    .values({ caregiverId, filledUntil })
    .onConflictDoUpdate({ target: freeWeekHorizons.caregiverId, set: { filledUntil } })
}

/**
 * The ids of caregivers whose filled weeks end before an instant (epoch ms), the shortest first. Users
 * without a caregiver profile are left out: they have no calendar to extend, so each run would find them again.
 */
export async function listCaregiversToExtend(
  database: Database,
  untilMs: number,
  limit: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: freeWeekHorizons.caregiverId })
    .from(freeWeekHorizons)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, freeWeekHorizons.caregiverId))
    .where(lt(freeWeekHorizons.filledUntil, new Date(untilMs)))
    .orderBy(freeWeekHorizons.filledUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}
