import { type Availability, type Booked, type DateOverride, withBuffer } from '@tendwell/contract/slots'
import { DAY_MS, dateAt, type Interval, type LocalDate, MINUTE_MS, type Zone } from '@tendwell/contract/time'
import { and, eq, gt, gte, lt, lte, or } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database.ts'
import { windowOf } from './schedule.ts'
import { availabilityOverrides, availabilityRules, occupiedTimes, timeOff } from './tables.ts'

/** Slots near the ends of a range depend on what is taken a slot and a buffer further. */
const MARGIN_DAYS = 2

/** The taken hours of a caregiver that touch a range or rest into it, all in epoch ms. */
export async function occupiedBetween(
  reader: Reader,
  caregiverId: number,
  { startMs, endMs }: Interval,
): Promise<Booked[]> {
  const rows = await reader
    .select({
      startsAt: occupiedTimes.startsAt,
      endsAt: occupiedTimes.endsAt,
      bufferMinutes: occupiedTimes.bufferMinutes,
    })
    .from(occupiedTimes)
    .where(
      and(
        eq(occupiedTimes.caregiverId, caregiverId),
        gt(occupiedTimes.freeAt, new Date(startMs)),
        lt(occupiedTimes.startsAt, new Date(endMs)),
      ),
    )
  return rows.map((row) => ({ ...intervalOfRow(row), bufferMs: row.bufferMinutes * MINUTE_MS }))
}

function intervalOfRow({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Interval {
  return { startMs: startsAt.getTime(), endMs: endsAt.getTime() }
}

/** Whether a live booking stands in the way of any of these hours (epoch ms) of a caregiver or the rest after them. */
export async function isOccupied(
  reader: Reader,
  caregiverId: number,
  intervals: readonly Booked[],
): Promise<boolean> {
  const touching = intervals
    .map(withBuffer)
    .map(({ startMs, endMs }) =>
      and(gt(occupiedTimes.freeAt, new Date(startMs)), lt(occupiedTimes.startsAt, new Date(endMs))),
    )
  const rows = await reader
    .select({ id: occupiedTimes.id })
    .from(occupiedTimes)
    .where(and(eq(occupiedTimes.caregiverId, caregiverId), or(...touching)))
    .limit(1)
  return rows.length > 0
}

/**
 * All that slots are cut from, for slots that start in [fromMs, toMs): four statements, whatever the range.
 * @param caregiver `timezone` is the zone of her wall times
 */
export async function availabilityOf(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  caregiver: { id: number; timezone: Zone },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Availability> {
  const range = { startMs: fromMs - MARGIN_DAYS * DAY_MS, endMs: toMs + MARGIN_DAYS * DAY_MS }
  const rules = await reader
    .select({
      weekday: availabilityRules.weekday,
      start: availabilityRules.startLocal,
      end: availabilityRules.endLocal,
    })
    .from(availabilityRules)
    .where(eq(availabilityRules.caregiverId, caregiver.id))
  const overrides = await overridesBetween(reader, caregiver.id, {
    first: dateAt(range.startMs, caregiver.timezone),
    last: dateAt(range.endMs, caregiver.timezone),
  })
  const off = await reader
    .select({ startsAt: timeOff.startsAt, endsAt: timeOff.endsAt })
    .from(timeOff)
    .where(
      and(
        eq(timeOff.caregiverId, caregiver.id),
        gt(timeOff.endsAt, new Date(range.startMs)),
        lt(timeOff.startsAt, new Date(range.endMs)),
      ),
    )
  return {
    calendar: { zone: caregiver.timezone, rules, overrides },
    booked: await occupiedBetween(reader, caregiver.id, range),
    timeOff: off.map(intervalOfRow),
    nowMs: clock.now().getTime(),
  }
}

async function overridesBetween(
  reader: Reader,
  caregiverId: number,
  { first, last }: { first: LocalDate; last: LocalDate },
): Promise<DateOverride[]> {
  const rows = await reader
    .select()
    .from(availabilityOverrides)
    .where(
      and(
        eq(availabilityOverrides.caregiverId, caregiverId),
        gte(availabilityOverrides.dateLocal, first),
        lte(availabilityOverrides.dateLocal, last),
      ),
    )
  return rows.map(({ dateLocal, isAvailable, windows }) => ({
    date: dateLocal,
    isAvailable,
    windows: windows.map(windowOf),
  }))
}
