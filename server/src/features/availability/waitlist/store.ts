import type { LocalDate, Zone } from '@tendwell/contract/time'
import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, lte, min, not } from 'drizzle-orm'
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts'
import { isBlockedBetween } from '../../blocks/index.ts'
import { users } from '../../people/index.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { isFree } from '../free-weeks/free-hours.ts'
import { waits } from '../tables.ts'

export type WaitRow = typeof waits.$inferSelect

/** The SQL condition that a family still waits: it wasn't told, and the day hasn't begun. */
const isOpen = (now: Date) => and(isNull(waits.toldAt), gt(waits.startsAt, now))

/** A family's open waits, the next day first. */
export function listOpenWaits(reader: Reader, familyId: number, now: Date): Promise<WaitRow[]> {
  return reader
    .select()
    .from(waits)
    .where(and(eq(waits.familyId, familyId), isOpen(now)))
    .orderBy(asc(waits.startsAt), asc(waits.id))
}

/** Stores a wait, in place of an earlier one of the family for the same day. @returns the stored row */
export async function upsertWait(
  transaction: Transaction,
  row: Omit<typeof waits.$inferInsert, 'toldAt'>,
): Promise<WaitRow> {
  const { zone, startsAt, createdAt } = row
  const [stored] = await transaction
    .insert(waits)
    .values(row)
    .onConflictDoUpdate({
      target: [waits.familyId, waits.caregiverId, waits.dateLocal],
      set: { zone, startsAt, createdAt, toldAt: null },
    })
    .returning()
  return stored as WaitRow
}

/** @returns whether the family had it */
export async function deleteWait(
  database: Database,
  { familyId, id }: { familyId: number; id: number },
): Promise<boolean> {
  const { rowCount } = await database.delete(waits).where(and(eq(waits.id, id), eq(waits.familyId, familyId)))
  return rowCount === 1
}

/** Deletes the waits for days that began before an instant. */
export async function deleteWaitsBefore(database: Database, before: Date): Promise<void> {
  await database.delete(waits).where(lte(waits.startsAt, before))
}

/** Whether anyone waits for a caregiver. */
export async function isSomebodyWaiting(reader: Reader, caregiverId: number, now: Date): Promise<boolean> {
  const [row] = await reader
    .select({ id: waits.id })
    .from(waits)
    .where(and(eq(waits.caregiverId, caregiverId), isOpen(now)))
    .limit(1)
  return row !== undefined
}

/** The days of a caregiver for which somebody waits. */
export async function listAwaitedDays(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<{ date: LocalDate; zone: Zone }[]> {
  return reader
    .selectDistinct({ date: waits.dateLocal, zone: waits.zone })
    .from(waits)
    .where(and(eq(waits.caregiverId, caregiverId), isOpen(now)))
}

/** Those who wait for a day of a caregiver and can be told, in the order in which they asked. */
export function listWaitsToTell(
  transaction: Transaction,
  { caregiverId, date, zone }: { caregiverId: number; date: LocalDate; zone: Zone },
  now: Date,
): Promise<WaitRow[]> {
  return transaction
    .select(getTableColumns(waits))
    .from(waits)
    .innerJoin(users, eq(users.id, waits.familyId))
    .where(
      and(
        eq(waits.caregiverId, caregiverId),
        eq(waits.dateLocal, date),
        eq(waits.zone, zone),
        isOpen(now),
        users.isActive,
        not(isBlockedBetween(waits.familyId, waits.caregiverId)),
      ),
    )
    .orderBy(asc(waits.createdAt), asc(waits.id))
}

/** How many were told about a caregiver's hours since an instant, and when the first of them was. */
export async function countTold(
  reader: Reader,
  caregiverId: number,
  since: Date,
): Promise<{ told: number; firstAt: Date | null }> {
  const [row] = await reader
    .select({ told: count(), firstAt: min(waits.toldAt) })
    .from(waits)
    .where(and(eq(waits.caregiverId, caregiverId), gt(waits.toldAt, since)))
  return row ?? { told: 0, firstAt: null }
}

export async function setTold(transaction: Transaction, ids: readonly number[], toldAt: Date): Promise<void> {
  await transaction
    .update(waits)
    .set({ toldAt })
    .where(inArray(waits.id, [...ids]))
}

/** Whether a caregiver has a free slot that starts on a day. */
export async function hasFreeHours(
  reader: Reader,
  { caregiverId, date, zone }: { caregiverId: number; date: LocalDate; zone: Zone },
  now: Date,
): Promise<boolean> {
  const condition = isFree({ date, zone }, now)
  if (condition === null) return false
  const [row] = await reader
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, caregiverId), condition))
  return row !== undefined
}
