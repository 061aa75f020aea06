import {
  doesEndNextDay,
  type Override,
  type Rule,
  type TimeOff,
  toWindow,
} from '@tendwell/contract/availability/availability'
import type { WeeklyRule } from '@tendwell/contract/availability/slots'
import { toOpeningInterval } from '@tendwell/contract/availability/windows'
import { DAY_MS, type Interval, type LocalDate, toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, eq, gte } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { groupBookingsByDate, isWindowBooked, listBookedDates } from '../booked/booked-windows.ts'
import { listBookedTimes, toSpan } from '../calendar/calendar.ts'
import { getOfferEndMs } from '../calendar/offers.ts'
import type { OverrideRow, RuleRow, TimeOffRow } from '../store.ts'
import { availabilityOverrides } from '../tables.ts'

/** A booking covers at most two dates, because a window ends on its own date or the next. */
const BOOKING_MAXIMUM_DAYS = 2

/**
 * The overrides of one caregiver as responses. One statement reads the bookings for all of them.
 */
export async function toOverrideResponses(
  reader: Reader,
  rows: readonly OverrideRow[],
  caregiverId: number,
  zone: Zone,
): Promise<Override[]> {
  const intervals = rows.flatMap((row) =>
    row.windows.map((window) => toOpeningInterval(row.dateLocal, toWindow(window), zone)),
  )
  const booked = intervals.length === 0 ? [] : await listBookedTimes(reader, caregiverId, toSpan(intervals))
  return rows.map((row) => ({
    id: row.id,
    caregiver: row.caregiverId,
    date_local: row.dateLocal,
    is_available: row.isAvailable,
    windows: row.windows.map((window) => ({
      start_local: window.start_local,
      end_local: window.end_local,
      ends_next_day: doesEndNextDay(window.end_local, window),
      slot_minutes: window.slot_minutes,
      buffer_minutes: window.buffer_minutes,
      booked: isWindowBooked(row.dateLocal, toWindow(window), zone, booked),
    })),
  }))
}

/** The rules of one caregiver as responses, each with the dates ahead on which it has live bookings. */
export async function toRuleResponses(
  reader: Reader,
  rows: readonly RuleRow[],
  { caregiverId, timezone }: { caregiverId: number; timezone: Zone },
  now: Date,
): Promise<Rule[]> {
  const bookingsByDate =
    rows.length === 0 ? new Map() : await loadBookingsByDate(reader, caregiverId, timezone, now)
  return rows.map((row) => ({
    id: row.id,
    weekday: row.weekday,
    start: row.startLocal,
    end: row.endLocal,
    ends_next_day: row.endsNextDay,
    slot_minutes: row.slotMinutes,
    buffer_minutes: row.bufferMinutes,
    booked_dates: listBookedDates(toRuleHours(row), timezone, bookingsByDate),
  }))
}

/** A rule as slots are cut from it. */
export function toRuleHours({ startLocal: start, endLocal: end, ...row }: RuleRow): WeeklyRule {
  const { weekday, endsNextDay, slotMinutes, bufferMinutes } = row
  return { weekday, start, end, endsNextDay, slotMinutes, bufferMinutes }
}

/**
 * The live bookings that have not ended, by date in the zone. Dates with an override are left out, because
 * weekly rules don't apply to them.
 */
async function loadBookingsByDate(
  reader: Reader,
  caregiverId: number,
  zone: Zone,
  now: Date,
): Promise<Map<LocalDate, Interval[]>> {
  const startMs = now.getTime()
  const endMs = getOfferEndMs(startMs) + BOOKING_MAXIMUM_DAYS * DAY_MS
  const bookedTimes = await listBookedTimes(reader, caregiverId, { startMs, endMs })
  // A booking that is over can still be listed for its buffer.
  const booked = bookedTimes.filter((interval) => interval.endMs > startMs)
  if (booked.length === 0) return new Map()
  const byDate = groupBookingsByDate(booked, zone)
  const overrideRows = await reader
    .select({ date: availabilityOverrides.dateLocal })
    .from(availabilityOverrides)
    .where(
      and(
        eq(availabilityOverrides.caregiverId, caregiverId),
        gte(availabilityOverrides.dateLocal, toLocalDate(startMs, zone)),
      ),
    )
  for (const { date } of overrideRows) byDate.delete(date)
  return byDate
}

export function toTimeOffResponse({ id, startsAt, endsAt }: TimeOffRow): TimeOff {
  return { id, start_utc: startsAt.toISOString(), end_utc: endsAt.toISOString() }
}
