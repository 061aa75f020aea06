import type { WindowBody } from '@tendwell/contract/availability'
import type { VerificationStatus } from '@tendwell/contract/profiles'
import type { Booked } from '@tendwell/contract/slots'
import { type Interval, type LocalDate, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, between, eq, lt, notInArray, sql } from 'drizzle-orm'
import { type Database, sqlState, type Transaction } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import {
  availabilityOverrides,
  availabilityRules,
  bookedTimes,
  freeDayHorizons,
  freeDays,
  timeOff,
} from './tables.ts'

/** What a caregiver's calendar hangs on, as it stands while it is locked. */
export type LockedCalendar = {
  caregiverId: number
  timezone: Zone
  /** What families pay by the hour, in cents: the default where she has not said (decisions §5). */
  rateCents: number
  isListed: boolean
  verificationStatus: VerificationStatus
}

const EXCLUSION_VIOLATION = '23P01'

/**
 * Locks a caregiver's calendar and her standing until the transaction ends. Who makes hours taken, or changes
 * them, locks it for `update`; who relies on what is free without taking it, to `share`.
 * @returns null where there is no such caregiver
 */
export async function lockCalendar(
  transaction: Transaction,
  caregiverId: number,
  strength: 'update' | 'share',
): Promise<LockedCalendar | null> {
  const [row] = await transaction
    .select({
      caregiverId: caregiverProfiles.userId,
      timezone: caregiverProfiles.timezone,
      rateCents: caregiverProfiles.priceCents,
      isListed: caregiverProfiles.isListed,
      verificationStatus: caregiverProfiles.verificationStatus,
    })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
    .for(strength === 'update' ? 'no key update' : 'share')
  return row ?? null
}

/**
 * Stores booked times of a caregiver with the buffer after each, all in epoch ms. The calendar is locked for update.
 * @returns their ids, in the order of the intervals
 * @throws AppError 409 `hours_taken` when they overlap other booked times or their buffers; the transaction is then
 * aborted
 */
export async function insertBookedTimes(
  transaction: Transaction,
  caregiverId: number,
  intervals: readonly Booked[],
): Promise<number[]> {
  const rows = intervals.map(({ startMs, endMs, bufferMs = 0 }) => ({
    caregiverId,
    startsAt: new Date(startMs),
    endsAt: new Date(endMs),
    bufferMinutes: Math.floor(bufferMs / MINUTE_MS),
  }))
  try {
    const booked = await transaction.insert(bookedTimes).values(rows).returning()
    const idByStart = new Map(booked.map(({ id, startsAt }) => [startsAt.getTime(), id]))
    return intervals.map(({ startMs }) => idByStart.get(startMs) as number)
  } catch (error) {
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    throw new AppError(409, 'hours_taken', 'These hours are already taken', { cause: error })
  }
}

export type RuleRow = typeof availabilityRules.$inferSelect
export type OverrideRow = typeof availabilityOverrides.$inferSelect
export type TimeOffRow = typeof timeOff.$inferSelect

type RuleHours = { weekday: number; startLocal: string; endLocal: string }

/** @returns the new rule */
export async function insertRule(
  transaction: Transaction,
  caregiverId: number,
  hours: RuleHours,
): Promise<RuleRow> {
  const [row] = await transaction
    .insert(availabilityRules)
    .values({ caregiverId, ...hours })
    .returning()
  return row as RuleRow
}

/** Changes a rule that is known to be the caregiver's own. @returns it as it is now */
export async function updateRule(transaction: Transaction, id: number, hours: RuleHours): Promise<RuleRow> {
  const [row] = await transaction
    .update(availabilityRules)
    .set(hours)
    .where(eq(availabilityRules.id, id))
    .returning()
  return row as RuleRow
}

/** @returns whether there was such a rule of the caregiver */
export async function deleteRule(
  transaction: Transaction,
  caregiverId: number,
  id: number,
): Promise<boolean> {
  const { rowCount } = await transaction
    .delete(availabilityRules)
    .where(and(eq(availabilityRules.id, id), eq(availabilityRules.caregiverId, caregiverId)))
  return rowCount === 1
}

/** Sets the hours of a date, in place of those it has (decisions §4). @returns the override */
export async function putOverride(
  transaction: Transaction,
  caregiverId: number,
  override: { dateLocal: LocalDate; isAvailable: boolean; windows: WindowBody[] },
): Promise<OverrideRow> {
  const { isAvailable, windows } = override
  const [row] = await transaction
    .insert(availabilityOverrides)
    .values({ caregiverId, ...override })
    .onConflictDoUpdate({
      target: [availabilityOverrides.caregiverId, availabilityOverrides.dateLocal],
      set: { isAvailable, windows },
    })
    .returning()
  return row as OverrideRow
}

/** Gives a date back to its weekday's rules. */
export async function deleteOverride(
  transaction: Transaction,
  caregiverId: number,
  id: number,
): Promise<void> {
  await transaction
    .delete(availabilityOverrides)
    .where(and(eq(availabilityOverrides.id, id), eq(availabilityOverrides.caregiverId, caregiverId)))
}

/** @param off in epoch ms @returns the new time off */
export async function insertTimeOff(
  transaction: Transaction,
  caregiverId: number,
  off: Interval,
): Promise<TimeOffRow> {
  const [row] = await transaction
    .insert(timeOff)
    .values({ caregiverId, startsAt: new Date(off.startMs), endsAt: new Date(off.endMs) })
    .returning()
  return row as TimeOffRow
}

/** Removes time off of the caregiver. */
export async function deleteTimeOff(
  transaction: Transaction,
  caregiverId: number,
  id: number,
): Promise<void> {
  await transaction.delete(timeOff).where(and(eq(timeOff.id, id), eq(timeOff.caregiverId, caregiverId)))
}

/** The free slots of a caregiver that start on one UTC day, in minutes since 1970 in UTC. */
export type FreeDay = { day: LocalDate; starts: number[]; ends: number[] }

/** Replaces a caregiver's free days from `first` to `last`, writing only those that differ. */
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

/** Drops a caregiver's free days before a UTC day. */
export async function deleteFreeDaysBefore(
  transaction: Transaction,
  caregiverId: number,
  day: LocalDate,
): Promise<void> {
  await transaction.delete(freeDays).where(and(eq(freeDays.caregiverId, caregiverId), lt(freeDays.day, day)))
}

/** The last UTC day up to which a caregiver's free days are filled; null for a caregiver who never had hours. */
export async function getHorizon(transaction: Transaction, caregiverId: number): Promise<LocalDate | null> {
  const [row] = await transaction
    .select({ filledUntil: freeDayHorizons.filledUntil })
    .from(freeDayHorizons)
    .where(eq(freeDayHorizons.caregiverId, caregiverId))
  return row?.filledUntil ?? null
}

export async function setHorizon(
  transaction: Transaction,
  caregiverId: number,
  filledUntil: LocalDate,
): Promise<void> {
  await transaction
    .insert(freeDayHorizons)
    .values({ caregiverId, filledUntil })
    .onConflictDoUpdate({ target: freeDayHorizons.caregiverId, set: { filledUntil } })
}

/** Caregivers whose free days end before a UTC day, the shortest first. */
export async function findShortHorizons(
  database: Database,
  day: LocalDate,
  limit: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: freeDayHorizons.caregiverId })
    .from(freeDayHorizons)
    .where(lt(freeDayHorizons.filledUntil, day))
    .orderBy(freeDayHorizons.filledUntil)
    .limit(limit)
  return rows.map(({ id }) => id)
}
