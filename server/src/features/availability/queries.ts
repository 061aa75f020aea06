import {
  type BookedTime,
  type DaySlot,
  type Override,
  type Rule,
  type TimeOff,
  toWindow,
} from '@tendwell/contract/availability'
import {
  DAY_MS,
  type LocalDate,
  listMonthDates,
  MINUTE_MS,
  toDateInterval,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import { countSlotsByDate, listSlotsByDate } from '@tendwell/contract/viewer-slots'
import { toOpeningInterval } from '@tendwell/contract/windows'
import { and, asc, count, eq, gt, gte, lte, type SQL } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { listBookedTimes, loadListedAvailability } from './calendar.ts'
import { bookedByDate, bookedDatesOf, isBooked, offerEndMs, requireBookedRange, spanOf } from './schedule.ts'
import type { OverrideRow, RuleRow, TimeOffRow } from './store.ts'
import { availabilityOverrides, availabilityRules, timeOff } from './tables.ts'

/** @throws AppError 404 unless the public may see this caregiver: verified and active (decisions §3) */
async function listedCaregiver(reader: Reader, id: number): Promise<{ id: number; timezone: Zone }> {
  const [row] = await reader
    .select({ timezone: caregiverProfiles.timezone, isListed: caregiverProfiles.isListed })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, id))
  if (!row?.isListed) throw notFound()
  return { id, timezone: row.timezone }
}

/** No booking is longer: a window is of one day, or ends on the next. */
const BOOKING_LENGTH_DAYS = 2

type DayRange = { first: LocalDate; last: LocalDate; viewerZone: Zone }

/** What the slots of some dates are cut from, and from when they are not offered yet: one statement. */
async function offerOf(deps: Pick<Deps, 'clock' | 'database'>, caregiverId: number, range: DayRange) {
  const { startMs, endMs } = toDateInterval(range.first, range.last, range.viewerZone)
  const availability = await loadListedAvailability(deps, caregiverId, { fromMs: startMs, toMs: endMs })
  return { ...availability, ...range, untilMs: offerEndMs(availability.nowMs) }
}

/**
 * How many free slots each date of a month has in the viewer's zone, dates without any being absent, and the dates
 * that have slots, all of them booked.
 * @throws AppError 404 for who is no caregiver, or none that the public may see
 */
export async function monthOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  query: { user_id: number; year: number; month: number; timezone: Zone },
): Promise<{ days: Record<LocalDate, number>; full: LocalDate[] }> {
  const dates = listMonthDates(query.year, query.month)
  const range = { first: dates[0] as LocalDate, last: dates.at(-1) as LocalDate, viewerZone: query.timezone }
  const counts = [...countSlotsByDate(await offerOf(deps, query.user_id, range))]
  const free = counts.filter(([, ofDate]) => ofDate.free > 0)
  return {
    days: Object.fromEntries(free.map(([date, ofDate]) => [date, ofDate.free])),
    full: counts.filter(([, ofDate]) => ofDate.free === 0 && ofDate.booked > 0).map(([date]) => date),
  }
}

/** The free slots of a date in the viewer's zone. @throws AppError 404 as `monthOf` */
export async function dayOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  query: { user_id: number; date: LocalDate; timezone: Zone },
): Promise<{ slots: DaySlot[] }> {
  const range = { first: query.date, last: query.date, viewerZone: query.timezone }
  const offered = listSlotsByDate(await offerOf(deps, query.user_id, range))
  const slots = offered.get(query.date) ?? []
  return {
    slots: slots.map(({ start, end, startMs, endMs }) => ({
      start,
      end,
      start_utc: new Date(startMs).toISOString(),
      end_utc: new Date(endMs).toISOString(),
    })),
  }
}

/** The dates of a listed caregiver from today, in her zone, to a year ahead whose hours are their own. */
export async function publicOverrides(deps: Pick<Deps, 'clock' | 'database'>, caregiverId: number) {
  const { timezone } = await listedCaregiver(deps.database, caregiverId)
  const nowMs = deps.clock.now().getTime()
  const rows = await deps.database
    .select()
    .from(availabilityOverrides)
    .where(
      and(
        eq(availabilityOverrides.caregiverId, caregiverId),
        gte(availabilityOverrides.dateLocal, toLocalDate(nowMs, timezone)),
        lte(availabilityOverrides.dateLocal, toLocalDate(offerEndMs(nowMs), timezone)),
      ),
    )
    .orderBy(asc(availabilityOverrides.dateLocal))
  return { timezone, date_overrides: await overridesShown(deps.database, rows, caregiverId, timezone) }
}

/** Overrides of one caregiver as they are answered, each window with whether it is booked: one statement. */
export async function overridesShown(
  reader: Reader,
  rows: readonly OverrideRow[],
  caregiverId: number,
  zone: Zone,
): Promise<Override[]> {
  const hours = rows.flatMap((row) =>
    row.windows.map((window) => toOpeningInterval(row.dateLocal, toWindow(window), zone)),
  )
  const booked = hours.length === 0 ? [] : await listBookedTimes(reader, caregiverId, spanOf(hours))
  return rows.map((row) => ({
    id: row.id,
    caregiver: row.caregiverId,
    date_local: row.dateLocal,
    is_available: row.isAvailable,
    windows: row.windows.map((window) => ({
      start_local: window.start_local,
      end_local: window.end_local,
      slot_minutes: window.slot_minutes,
      buffer_minutes: window.buffer_minutes,
      booked: isBooked(row.dateLocal, toWindow(window), zone, booked),
    })),
  }))
}

/** Rules of one caregiver as they are answered, each with the dates to come on which it is booked: two statements. */
export async function rulesShown(
  reader: Reader,
  rows: readonly RuleRow[],
  { id, timezone, now }: { id: number; timezone: Zone; now: Date },
): Promise<Rule[]> {
  const until = { startMs: now.getTime(), endMs: offerEndMs(now.getTime()) + BOOKING_LENGTH_DAYS * DAY_MS }
  const taken = rows.length === 0 ? [] : await listBookedTimes(reader, id, until)
  const booked = taken.filter(({ endMs }) => endMs > until.startMs)
  const weekly = bookedByDate(booked, timezone)
  const own = booked.length === 0 ? [] : await ownDatesFrom(reader, id, toLocalDate(until.startMs, timezone))
  for (const date of own) weekly.delete(date)
  return rows.map(({ id, weekday, startLocal: start, endLocal: end }) => ({
    id,
    weekday,
    start,
    end,
    booked_dates: bookedDatesOf({ weekday, start, end }, timezone, weekly),
  }))
}

async function ownDatesFrom(reader: Reader, caregiverId: number, first: LocalDate): Promise<LocalDate[]> {
  const rows = await reader
    .select({ date: availabilityOverrides.dateLocal })
    .from(availabilityOverrides)
    .where(
      and(eq(availabilityOverrides.caregiverId, caregiverId), gte(availabilityOverrides.dateLocal, first)),
    )
  return rows.map(({ date }) => date)
}

/** The zone of a caregiver's wall times; UTC for who has no profile. */
async function zoneOf(reader: Reader, caregiverId: number): Promise<Zone> {
  const [profile] = await reader
    .select({ timezone: caregiverProfiles.timezone })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return profile?.timezone ?? 'UTC'
}

/**
 * The caregiver's own live bookings that touch some dates of her zone, whatever her hours are now.
 * @throws AppError 400 for dates the wrong way round, or too many
 */
export async function ownBooked(
  reader: Reader,
  caregiverId: number,
  { date_from: first, date_to: last }: { date_from: LocalDate; date_to: LocalDate },
): Promise<{ results: BookedTime[] }> {
  requireBookedRange({ first, last })
  const range = toDateInterval(first, last, await zoneOf(reader, caregiverId))
  const taken = await listBookedTimes(reader, caregiverId, range)
  return {
    results: taken.map(({ startMs, endMs, bufferMs }) => ({
      start_utc: new Date(startMs).toISOString(),
      end_utc: new Date(endMs).toISOString(),
      buffer_minutes: bufferMs / MINUTE_MS,
    })),
  }
}

/** Time off as it is answered. */
export function timeOffShown({ id, startsAt, endsAt }: TimeOffRow): TimeOff {
  return { id, start_utc: startsAt.toISOString(), end_utc: endsAt.toISOString() }
}

/** The caregiver's own weekly hours, by weekday and start. */
export async function ownRules(reader: Reader, caregiverId: number, now: Date, page: PageRequest) {
  const own = eq(availabilityRules.caregiverId, caregiverId)
  const rows = await reader
    .select()
    .from(availabilityRules)
    .where(own)
    .orderBy(asc(availabilityRules.weekday), asc(availabilityRules.startLocal), asc(availabilityRules.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  const [counted] = await reader.select({ count: count() }).from(availabilityRules).where(own)
  const caregiver = { id: caregiverId, timezone: await zoneOf(reader, caregiverId), now }
  return { count: counted?.count ?? 0, results: await rulesShown(reader, rows, caregiver) }
}

/** The caregiver's own dates with hours of their own, by date; `date_from` and `date_to` are included. */
export async function ownOverrides(
  reader: Reader,
  caregiverId: number,
  query: PageRequest & { date_from?: LocalDate | undefined; date_to?: LocalDate | undefined },
) {
  const conditions: SQL[] = [eq(availabilityOverrides.caregiverId, caregiverId)]
  if (query.date_from) conditions.push(gte(availabilityOverrides.dateLocal, query.date_from))
  if (query.date_to) conditions.push(lte(availabilityOverrides.dateLocal, query.date_to))
  const wanted = and(...conditions)
  const rows = await reader
    .select()
    .from(availabilityOverrides)
    .where(wanted)
    .orderBy(asc(availabilityOverrides.dateLocal))
    .limit(query.page_size)
    .offset(offsetOf(query))
  const [counted] = await reader.select({ count: count() }).from(availabilityOverrides).where(wanted)
  const results = await overridesShown(reader, rows, caregiverId, await zoneOf(reader, caregiverId))
  return { count: counted?.count ?? 0, results }
}

/** The caregiver's own time off that is not over, by its start. */
export async function ownTimeOff(reader: Reader, caregiverId: number, now: Date, page: PageRequest) {
  const planned = and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, now))
  const rows = await reader
    .select()
    .from(timeOff)
    .where(planned)
    .orderBy(asc(timeOff.startsAt), asc(timeOff.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  const [counted] = await reader.select({ count: count() }).from(timeOff).where(planned)
  return { count: counted?.count ?? 0, results: rows.map(timeOffShown) }
}
