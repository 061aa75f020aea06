import { toWindow } from '@tendwell/contract/availability/availability'
import type { Availability, Booked } from '@tendwell/contract/availability/slots'
import { DAY_MS, type Interval, MINUTE_MS, toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, asc, between, count, eq, gt, lt } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findCaregiver } from '../../profiles/index.ts'
import { availabilityOverrides, availabilityRules, bookedTimes, outsideBusy, timeOff } from '../tables.ts'

/** Slots near the ends of a range depend on bookings beyond the range, at most a slot and a buffer away. */
const MARGIN_DAYS = 2

type Range = { fromMs: number; toMs: number }

/**
 * Loads a caregiver's hours, bookings, time off and outside busy times, as needed to compute the slots
 * that start in [fromMs, toMs).
 * @see docs/rules/availability.md#slots
 */
export async function loadAvailability(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  caregiver: { id: number; timezone: Zone },
  { fromMs, toMs }: Range,
): Promise<Availability> {
  const range = { startMs: fromMs - MARGIN_DAYS * DAY_MS, endMs: toMs + MARGIN_DAYS * DAY_MS }
  return {
    calendar: {
      zone: caregiver.timezone,
      rules: await listRules(reader, caregiver.id),
      overrides: await listOverrides(reader, caregiver.id, range),
    },
    booked: await listBookedTimes(reader, caregiver.id, range),
    timeOff: [
      ...(await listTimeOff(reader, caregiver.id, range)),
      ...(await listOutsideBusy(reader, caregiver.id, range)),
    ],
    nowMs: clock.now().getTime(),
  }
}

/**
 * Loads the availability of a listed caregiver, as `loadAvailability` does.
 * @throws AppError 404 unless the caregiver is listed
 */
export async function loadListedAvailability(
  deps: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  range: Range,
): Promise<Availability> {
  const timezone = await getListedTimezone(deps.database, caregiverId)
  return loadAvailability(deps.database, deps, { id: caregiverId, timezone }, range)
}

/** The zone of a listed caregiver. @throws AppError 404 unless the caregiver is listed */
export async function getListedTimezone(reader: Reader, caregiverId: number): Promise<Zone> {
  const caregiver = await findCaregiver(reader, caregiverId)
  if (!caregiver?.isListed) throw notFound()
  return caregiver.timezone
}

/** A caregiver's weekly rules, in wall time. */
function listRules(reader: Reader, caregiverId: number) {
  return reader
    .select({
      weekday: availabilityRules.weekday,
      start: availabilityRules.startLocal,
      end: availabilityRules.endLocal,
    })
    .from(availabilityRules)
    .where(eq(availabilityRules.caregiverId, caregiverId))
}

/** A caregiver's overrides of the dates that a range (epoch ms) can touch in any zone. */
async function listOverrides(reader: Reader, caregiverId: number, { startMs, endMs }: Interval) {
  // A day more on either side covers the dates of every zone.
  const first = toLocalDate(startMs - DAY_MS, 'UTC')
  const last = toLocalDate(endMs + DAY_MS, 'UTC')
  const rows = await reader
    .select()
    .from(availabilityOverrides)
    .where(
      and(
        eq(availabilityOverrides.caregiverId, caregiverId),
        between(availabilityOverrides.dateLocal, first, last),
      ),
    )
  return rows.map(({ dateLocal, isAvailable, windows }) => ({
    date: dateLocal,
    isAvailable,
    windows: windows.map(toWindow),
  }))
}

/** A caregiver's time off that touches a range; all in epoch ms. */
async function listTimeOff(
  reader: Reader,
  caregiverId: number,
  { startMs, endMs }: Interval,
): Promise<Interval[]> {
  const rows = await reader
    .select({ startsAt: timeOff.startsAt, endsAt: timeOff.endsAt })
    .from(timeOff)
    .where(
      and(
        eq(timeOff.caregiverId, caregiverId),
        gt(timeOff.endsAt, new Date(startMs)),
        lt(timeOff.startsAt, new Date(endMs)),
      ),
    )
  return rows.map(({ startsAt, endsAt }) => ({ startMs: startsAt.getTime(), endMs: endsAt.getTime() }))
}

/** A caregiver's busy times of outside calendars that touch a range, by start; in epoch ms. */
export async function listOutsideBusy(
  reader: Reader,
  caregiverId: number,
  { startMs, endMs }: Interval,
): Promise<(Interval & { calendarId: number })[]> {
  const rows = await reader
    .select()
    .from(outsideBusy)
    .where(
      and(
        eq(outsideBusy.caregiverId, caregiverId),
        gt(outsideBusy.endsAt, new Date(startMs)),
        lt(outsideBusy.startsAt, new Date(endMs)),
      ),
    )
    .orderBy(asc(outsideBusy.startsAt), asc(outsideBusy.calendarId))
  return rows.map(({ calendarId, startsAt, endsAt }) => ({
    calendarId,
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
  }))
}

/** The number of a caregiver's busy times that have not ended, by outside calendar. */
export async function countOutsideBusy(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<Map<number, number>> {
  const rows = await reader
    .select({ calendarId: outsideBusy.calendarId, count: count() })
    .from(outsideBusy)
    .where(and(eq(outsideBusy.caregiverId, caregiverId), gt(outsideBusy.endsAt, now)))
    .groupBy(outsideBusy.calendarId)
  return new Map(rows.map((row) => [row.calendarId, row.count]))
}

/** A caregiver's booked times that touch a range (their buffers included), by start; all in epoch ms. */
export async function listBookedTimes(
  reader: Reader,
  caregiverId: number,
  { startMs, endMs }: Interval,
): Promise<Required<Booked>[]> {
  const rows = await reader
    .select({
      startsAt: bookedTimes.startsAt,
      endsAt: bookedTimes.endsAt,
      bufferMinutes: bookedTimes.bufferMinutes,
    })
    .from(bookedTimes)
    .where(
      and(
        eq(bookedTimes.caregiverId, caregiverId),
        gt(bookedTimes.blockedUntil, new Date(startMs)),
        lt(bookedTimes.startsAt, new Date(endMs)),
      ),
    )
    .orderBy(bookedTimes.startsAt)
  return rows.map(({ startsAt, endsAt, bufferMinutes }) => ({
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
    bufferMs: bufferMinutes * MINUTE_MS,
  }))
}

/** From the first start to the last end of at least one interval. */
export function toSpan(intervals: readonly Interval[]): Interval {
  return {
    startMs: Math.min(...intervals.map(({ startMs }) => startMs)),
    endMs: Math.max(...intervals.map(({ endMs }) => endMs)),
  }
}
