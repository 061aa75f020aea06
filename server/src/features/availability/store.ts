import type { WindowBody } from '@tendwell/contract/availability'
import type { VerificationStatus } from '@tendwell/contract/profiles'
import type { Booked } from '@tendwell/contract/slots'
import { type Interval, type LocalDate, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, eq, lt, sql } from 'drizzle-orm'
import { sqlState, type Transaction } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import type { OpenPeriod } from './open-times.ts'
import {
  availabilityOverrides,
  availabilityRules,
  occupiedTimes,
  openBlocks,
  openPeriods,
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
 * Takes hours of a caregiver, with the rest after them, all in epoch ms. Her calendar is locked for update.
 * @returns the ids of the taken times, in the order of the intervals
 * @throws AppError 409 `hours_taken` when the database refuses hours that overlap others or their rest; the
 * transaction is then lost
 */
export async function insertOccupied(
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
    const taken = await transaction.insert(occupiedTimes).values(rows).returning()
    const idByStart = new Map(taken.map(({ id, startsAt }) => [startsAt.getTime(), id]))
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

/** Writes what is free in these periods, in place of what was written before: one statement. */
export async function writeOpenPeriods(
  transaction: Transaction,
  caregiverId: number,
  rows: readonly OpenPeriod[],
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO ${openPeriods} (caregiver_id, period, starts, covered, odd_starts, odd_covered)
    SELECT ${caregiverId}::int, period, starts::varbit, covered::varbit,
      "oddStarts"::int[], "oddCovered"::int4multirange
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS t(period int, starts text, covered text, "oddStarts" text, "oddCovered" text)
    ON CONFLICT (caregiver_id, period) DO UPDATE SET
      starts = excluded.starts, covered = excluded.covered,
      odd_starts = excluded.odd_starts, odd_covered = excluded.odd_covered`)
}

/** Forgets the periods that are over. */
export async function deleteOpenPeriodsBefore(
  transaction: Transaction,
  caregiverId: number,
  period: number,
): Promise<void> {
  await transaction
    .delete(openPeriods)
    .where(and(eq(openPeriods.caregiverId, caregiverId), lt(openPeriods.period, period)))
}

/** Forgets who was free on days (since 1970, in UTC) that are over. */
export async function deleteOpenBlocksBefore(transaction: Transaction, day: number): Promise<void> {
  await transaction.delete(openBlocks).where(lt(openBlocks.day, day))
}
