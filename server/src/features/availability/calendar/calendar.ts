import { toWindow, type WindowBody } from '@tendwell/contract/availability/availability'
import type { Availability, Booked, WeeklyRule } from '@tendwell/contract/availability/slots'
import {
  DAY_MS,
  HOUR_MS,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  toLocalDate,
  type Zone,
} from '@tendwell/contract/time'
import { and, asc, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { prepareOnce, type Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { caregiverProfiles, findCaregiver } from '../../profiles/index.ts'
import {
  availabilityOverrides,
  availabilityRules,
  bookedTimes,
  heldTimes,
  outsideBusy,
  timeOff,
} from '../tables.ts'

/** Slots near the ends of a range depend on bookings beyond the range, at most a slot, a buffer and a minimum visit away. */
const MARGIN_DAYS = 2

type Range = { fromMs: number; toMs: number }

/** Hours that are held for a family until an instant (epoch ms). */
export type Held = Required<Booked> & { untilMs: number }

/** A caregiver's availability as it is stored. */
export type StoredAvailability = Omit<Availability, 'held'> & { held: Held[]; isListed: boolean }

/** SQL: an interval of a row in epoch ms. */
const INTERVAL = sql.raw(
  `'startMs', (extract(epoch FROM starts_at) * 1000)::bigint, 'endMs', (extract(epoch FROM ends_at) * 1000)::bigint`,
)

/** A caregiver's hours, and what touches a range of them, as one row, so that one statement reads it all. */
const hoursQuery = prepareOnce('caregiver_hours', (reader) => {
  const caregiverId = sql.placeholder('caregiverId')
  const [start, end] = [sql.placeholder('start'), sql.placeholder('end')]
  return reader
    .select({
      timezone: caregiverProfiles.timezone,
      noticeHours: caregiverProfiles.noticeHours,
      minimumVisitMinutes: caregiverProfiles.minimumVisitMinutes,
      isListed: caregiverProfiles.isListed,
      rules: sql<WeeklyRule[]>`(
        SELECT coalesce(json_agg(json_build_object('weekday', weekday, 'start', start_local, 'end', end_local, 'endsNextDay', ends_next_day,
          'slotMinutes', slot_minutes, 'bufferMinutes', buffer_minutes)), '[]')
        FROM ${availabilityRules} WHERE caregiver_id = ${caregiverId})`,
      overrides: sql<{ date: LocalDate; isAvailable: boolean; windows: WindowBody[] }[]>`(
        SELECT coalesce(json_agg(json_build_object('date', date_local, 'isAvailable', is_available, 'windows', windows)), '[]')
        FROM ${availabilityOverrides}
        WHERE caregiver_id = ${caregiverId}
          AND date_local BETWEEN ${sql.placeholder('firstDate')} AND ${sql.placeholder('lastDate')})`,
      booked: sql<Required<Booked>[]>`(
        SELECT coalesce(json_agg(json_build_object(${INTERVAL}, 'bufferMs', buffer_minutes * 60000) ORDER BY starts_at), '[]')
        FROM ${bookedTimes}
        WHERE caregiver_id = ${caregiverId} AND blocked_until > ${start} AND starts_at < ${end})`,
      held: sql<Held[]>`(
        SELECT coalesce(json_agg(json_build_object(${INTERVAL}, 'bufferMs', buffer_minutes * 60000,
          'untilMs', (extract(epoch FROM held_until) * 1000)::bigint)), '[]')
        FROM ${heldTimes}
        WHERE caregiver_id = ${caregiverId} AND held_until > ${sql.placeholder('now')}
          AND ends_at + buffer_minutes * interval '1 minute' > ${start} AND starts_at < ${end})`,
      timeOff: sql<Interval[]>`(
        SELECT coalesce(json_agg(json_build_object(${INTERVAL})), '[]')
        FROM (
          SELECT caregiver_id, starts_at, ends_at FROM ${timeOff}
          UNION ALL SELECT caregiver_id, starts_at, ends_at FROM ${outsideBusy}) AS taken
        WHERE caregiver_id = ${caregiverId} AND ends_at > ${start} AND starts_at < ${end})`,
    })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
})

/**
 * Loads a caregiver's hours, bookings, held hours, time off and outside busy times, as needed to compute the slots
 * that start in [fromMs, toMs), and whether the caregiver is listed.
 * @throws AppError 404 for someone without a caregiver's profile
 * @see docs/rules/availability.md#slots
 */
export async function loadAvailability(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  caregiverId: number,
  { fromMs, toMs }: Range,
): Promise<StoredAvailability> {
  const now = clock.now()
  const [start, end] = [new Date(fromMs - MARGIN_DAYS * DAY_MS), new Date(toMs + MARGIN_DAYS * DAY_MS)]
  const [row] = await hoursQuery(reader).execute({
    caregiverId,
    start,
    end,
    now,
    // A day more on either side covers the dates of every zone.
    firstDate: toLocalDate(start.getTime() - DAY_MS, 'UTC'),
    lastDate: toLocalDate(end.getTime() + DAY_MS, 'UTC'),
  })
  if (!row) throw notFound()
  const { timezone: zone, isListed, rules, booked, held, timeOff } = row
  const overrides = row.overrides.map((override) => ({
    ...override,
    windows: override.windows.map(toWindow),
  }))
  const nowMs = now.getTime()
  const noticeMs = row.noticeHours * HOUR_MS
  const minimumVisitMs = row.minimumVisitMinutes * MINUTE_MS
  const calendar = { zone, rules, overrides }
  return { calendar, booked, held, timeOff, nowMs, noticeMs, minimumVisitMs, isListed }
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
  const { isListed, ...availability } = await loadAvailability(deps.database, deps, caregiverId, range)
  if (!isListed) throw notFound()
  return availability
}

/** The zone of a listed caregiver. @throws AppError 404 unless the caregiver is listed */
export async function getListedTimezone(reader: Reader, caregiverId: number): Promise<Zone> {
  const caregiver = await findCaregiver(reader, caregiverId)
  if (!caregiver?.isListed) throw notFound()
  return caregiver.timezone
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
