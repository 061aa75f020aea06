import { type RuleBody, toWeeklyRule, type WindowBody } from '@tendwell/contract/availability/availability'
import type { Booked } from '@tendwell/contract/availability/slots'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { type Interval, type LocalDate, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, eq, gt, inArray, type SQLWrapper } from 'drizzle-orm'
import { sqlState, type Transaction } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { availabilityOverrides, availabilityRules, bookedTimes, timeOff } from './tables.ts'

/** The facts about a caregiver that their availability and requests depend on, read under the lock. */
export type LockedCaregiver = {
  caregiverId: number
  timezone: Zone
  /** How many hours before its start a family can request a slot last. */
  noticeHours: number
  /** How many minutes a visit lasts at least; 0 for any length. */
  minimumVisitMinutes: number
  /** US cents an hour that a family pays. @see docs/rules/bookings.md#price */
  rateCents: number
  cancellationPolicy: CancellationPolicy
  isListed: boolean
  /** @see docs/rules/profiles-and-files.md#expiry */
  hasExpiredDocument: boolean
  verificationStatus: VerificationStatus
  /** @see docs/rules/profiles-and-files.md#restricted-caregivers */
  isRestricted: boolean
}

/** PostgreSQL's code for two rows that an exclusion constraint doesn't allow. */
const EXCLUSION_VIOLATION = '23P01'

/**
 * Locks a caregiver's availability, zone, rate and status until the transaction ends. The lock is on the row
 * of the profile; everything that changes or books hours takes it first.
 * @param caregiverId an id, or the statement that selects it
 * @param strength `update` to book or change hours, `share` to rely on hours staying free without booking
 *   them. `update` is NO KEY UPDATE, so that rows that refer to the profile can be written meanwhile
 * @returns null without such a caregiver
 */
export async function lockCaregiver(
  transaction: Transaction,
  caregiverId: number | SQLWrapper,
  strength: 'update' | 'share',
): Promise<LockedCaregiver | null> {
  const [row] = await transaction
    .select({
      caregiverId: caregiverProfiles.userId,
      timezone: caregiverProfiles.timezone,
      noticeHours: caregiverProfiles.noticeHours,
      minimumVisitMinutes: caregiverProfiles.minimumVisitMinutes,
      rateCents: caregiverProfiles.priceCents,
      cancellationPolicy: caregiverProfiles.cancellationPolicy,
      isListed: caregiverProfiles.isListed,
      hasExpiredDocument: caregiverProfiles.hasExpiredDocument,
      verificationStatus: caregiverProfiles.verificationStatus,
      isRestricted: caregiverProfiles.isRestricted,
    })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
    .for(strength === 'update' ? 'no key update' : 'share')
  return row ?? null
}

/**
 * Stores booked times of a caregiver with the buffer after each, all in epoch ms. The caller has locked the
 * calendar for update.
 * @returns their ids, in the order of the intervals
 * @throws AppError 409 `hours_taken` when they overlap other booked times or their buffers; the transaction
 *   is then aborted
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
    const storedTimes = await transaction.insert(bookedTimes).values(rows).returning()
    const idByStart = new Map(storedTimes.map(({ id, startsAt }) => [startsAt.getTime(), id]))
    return intervals.map(({ startMs }) => idByStart.get(startMs) as number)
  } catch (error) {
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    throw new AppError(409, 'hours_taken', 'These times are already taken', { cause: error })
  }
}

/**
 * Deletes booked times of a caregiver who is locked for update.
 * @returns the deleted times with their buffers, in epoch ms
 */
export async function deleteBookedTimes(
  transaction: Transaction,
  bookedTimeIds: readonly number[],
): Promise<Booked[]> {
  const rows = await transaction
    .delete(bookedTimes)
    .where(inArray(bookedTimes.id, [...bookedTimeIds]))
    .returning()
  return rows.map(({ startsAt, endsAt, bufferMinutes }) => ({
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
    bufferMs: bufferMinutes * MINUTE_MS,
  }))
}

export type RuleRow = typeof availabilityRules.$inferSelect
export type OverrideRow = typeof availabilityOverrides.$inferSelect
export type TimeOffRow = typeof timeOff.$inferSelect

/** The rules of a caregiver. */
export function listRuleRows(transaction: Transaction, caregiverId: number): Promise<RuleRow[]> {
  return transaction.select().from(availabilityRules).where(eq(availabilityRules.caregiverId, caregiverId))
}

/** Stores a rule. @returns the new row */
export async function insertRule(
  transaction: Transaction,
  caregiverId: number,
  rule: RuleBody,
): Promise<RuleRow> {
  const [row] = await transaction
    .insert(availabilityRules)
    .values({ caregiverId, ...toRuleColumns(rule) })
    .returning()
  return row as RuleRow
}

/** Updates a rule of a caregiver who is locked. @returns the rule as it is now */
export async function updateRule(transaction: Transaction, ruleId: number, rule: RuleBody): Promise<RuleRow> {
  const [row] = await transaction
    .update(availabilityRules)
    .set(toRuleColumns(rule))
    .where(eq(availabilityRules.id, ruleId))
    .returning()
  return row as RuleRow
}

function toRuleColumns(body: RuleBody) {
  const { start: startLocal, end: endLocal, ...rule } = toWeeklyRule(body)
  return { startLocal, endLocal, ...rule }
}

/** Deletes a caregiver's own rule. @returns whether they had it */
export async function deleteRule(
  transaction: Transaction,
  caregiverId: number,
  ruleId: number,
): Promise<boolean> {
  const { rowCount } = await transaction
    .delete(availabilityRules)
    .where(and(eq(availabilityRules.id, ruleId), eq(availabilityRules.caregiverId, caregiverId)))
  return rowCount === 1
}

/** Removes all rules of these weekdays. */
export async function deleteWeekdayRules(
  transaction: Transaction,
  caregiverId: number,
  weekdays: readonly number[],
): Promise<void> {
  await transaction
    .delete(availabilityRules)
    .where(
      and(eq(availabilityRules.caregiverId, caregiverId), inArray(availabilityRules.weekday, [...weekdays])),
    )
}

/** A caregiver's own override. @throws AppError 404 if they don't have it */
export async function getOwnOverride(
  transaction: Transaction,
  caregiverId: number,
  overrideId: number,
): Promise<OverrideRow> {
  const [row] = await transaction
    .select()
    .from(availabilityOverrides)
    .where(and(eq(availabilityOverrides.id, overrideId), eq(availabilityOverrides.caregiverId, caregiverId)))
  if (!row) throw notFound()
  return row
}

/** Stores the override of a date, in place of one that exists. @returns the stored row */
export async function upsertOverride(
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

export async function deleteOverride(
  transaction: Transaction,
  caregiverId: number,
  overrideId: number,
): Promise<void> {
  await transaction
    .delete(availabilityOverrides)
    .where(and(eq(availabilityOverrides.id, overrideId), eq(availabilityOverrides.caregiverId, caregiverId)))
}

/** A caregiver's time off that has not ended. */
export function listPlannedTimeOff(
  transaction: Transaction,
  caregiverId: number,
  now: Date,
): Promise<TimeOffRow[]> {
  return transaction
    .select()
    .from(timeOff)
    .where(and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, now)))
}

/** A caregiver's own time off. @throws AppError 404 if they don't have it */
export async function getOwnTimeOff(
  transaction: Transaction,
  caregiverId: number,
  timeOffId: number,
): Promise<TimeOffRow> {
  const [row] = await transaction
    .select()
    .from(timeOff)
    .where(and(eq(timeOff.id, timeOffId), eq(timeOff.caregiverId, caregiverId)))
  if (!row) throw notFound()
  return row
}

/** Stores time off. @param interval in epoch ms @returns the new row */
export async function insertTimeOff(
  transaction: Transaction,
  caregiverId: number,
  interval: Interval,
): Promise<TimeOffRow> {
  const [row] = await transaction
    .insert(timeOff)
    .values({ caregiverId, startsAt: new Date(interval.startMs), endsAt: new Date(interval.endMs) })
    .returning()
  return row as TimeOffRow
}

export async function deleteTimeOff(
  transaction: Transaction,
  caregiverId: number,
  timeOffId: number,
): Promise<void> {
  await transaction
    .delete(timeOff)
    .where(and(eq(timeOff.id, timeOffId), eq(timeOff.caregiverId, caregiverId)))
}
