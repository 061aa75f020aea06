import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { outsideCalendars } from '../tables.ts'

export type OutsideCalendarRow = typeof outsideCalendars.$inferSelect
type OutsideCalendarValues = typeof outsideCalendars.$inferInsert
/** The columns that a reading changes. */
export type ReadingValues = Pick<
  OutsideCalendarRow,
  'readAt' | 'failingSince' | 'problem' | 'droppedAt' | 'unreadCount' | 'slowReadings' | 'nextReadAt'
>

const isOwnCalendar = (caregiverId: number, id: number) =>
  and(eq(outsideCalendars.id, id), eq(outsideCalendars.caregiverId, caregiverId))

/** A caregiver's outside calendars, in the order in which they were added. */
export function listOutsideRows(reader: Reader, caregiverId: number): Promise<OutsideCalendarRow[]> {
  return reader
    .select()
    .from(outsideCalendars)
    .where(eq(outsideCalendars.caregiverId, caregiverId))
    .orderBy(outsideCalendars.id)
}

/** @throws AppError 404 unless the calendar is the caregiver's */
export async function getOwnOutsideRow(
  reader: Reader,
  caregiverId: number,
  id: number,
): Promise<OutsideCalendarRow> {
  const [row] = await reader.select().from(outsideCalendars).where(isOwnCalendar(caregiverId, id))
  if (!row) throw notFound()
  return row
}

export async function insertOutsideRow(
  transaction: Transaction,
  values: OutsideCalendarValues,
): Promise<OutsideCalendarRow> {
  const [row] = await transaction.insert(outsideCalendars).values(values).returning()
  return row as OutsideCalendarRow
}

/** The calendar with this id; null if it was removed. */
export async function findOutsideRow(reader: Reader, id: number): Promise<OutsideCalendarRow | null> {
  const [row] = await reader.select().from(outsideCalendars).where(eq(outsideCalendars.id, id))
  return row ?? null
}

/** Locks a calendar. The caller has locked its caregiver's hours. @returns null if it was removed */
export async function lockOutsideRow(
  transaction: Transaction,
  id: number,
): Promise<OutsideCalendarRow | null> {
  const [row] = await transaction
    .select()
    .from(outsideCalendars)
    .where(eq(outsideCalendars.id, id))
    .for('update')
  return row ?? null
}

/** @returns the calendar as it is now */
export async function updateOutsideRow(
  transaction: Transaction,
  id: number,
  values: ReadingValues,
): Promise<OutsideCalendarRow> {
  const [row] = await transaction
    .update(outsideCalendars)
    .set(values)
    .where(eq(outsideCalendars.id, id))
    .returning()
  return row as OutsideCalendarRow
}

export async function deleteOutsideRow(transaction: Transaction, id: number): Promise<void> {
  await transaction.delete(outsideCalendars).where(eq(outsideCalendars.id, id))
}

/**
 * Finds the calendars of verified caregivers that are due to be read, the longest waiting first, and sets
 * when they are due next.
 * @returns their ids
 */
export async function takeDueCalendars(
  transaction: Transaction,
  { now, nextReadAt, limit }: { now: Date; nextReadAt: Date; limit: number },
): Promise<number[]> {
  const dueRows = await transaction
    .select({ id: outsideCalendars.id })
    .from(outsideCalendars)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, outsideCalendars.caregiverId))
    .where(and(lte(outsideCalendars.nextReadAt, now), eq(caregiverProfiles.verificationStatus, 'verified')))
    .orderBy(outsideCalendars.nextReadAt)
    .limit(limit)
  const ids = dueRows.map(({ id }) => id)
  await transaction.update(outsideCalendars).set({ nextReadAt }).where(inArray(outsideCalendars.id, ids))
  return ids
}
