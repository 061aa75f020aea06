import { type WindowBody, windowOf } from '@tendwell/contract/availability'
import type { Availability, Booked } from '@tendwell/contract/slots'
import { DAY_MS, type Interval, MINUTE_MS, toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { onceFor, type Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { bookedTimes } from './tables.ts'

/** Slots near the ends of a range depend on what is taken a slot and a buffer further. */
const MARGIN_DAYS = 2

/** A stretch of epoch ms, and the minutes of rest after it. */
type TakenRow = [startMs: number, endMs: number, bufferMinutes: number]

/** Aggregated by the database, so that a calendar is one statement and one row whatever it holds. */
const rules = sql<[weekday: number, start: string, end: string][]>`(
  SELECT coalesce(json_agg(json_build_array(weekday, start_local, end_local)), '[]')
  FROM availability_rules WHERE caregiver_id = ${sql.placeholder('caregiverId')})`
const overrides = sql<[date: string, isAvailable: boolean, windows: WindowBody[]][]>`(
  SELECT coalesce(json_agg(json_build_array(date_local, is_available, windows)), '[]')
  FROM availability_overrides WHERE caregiver_id = ${sql.placeholder('caregiverId')}
    AND date_local BETWEEN ${sql.placeholder('first')}::date AND ${sql.placeholder('last')}::date)`
const off = sql<[startMs: number, endMs: number][]>`(
  SELECT coalesce(json_agg(json_build_array(
    (extract(epoch FROM starts_at) * 1000)::bigint, (extract(epoch FROM ends_at) * 1000)::bigint)), '[]')
  FROM time_off WHERE caregiver_id = ${sql.placeholder('caregiverId')}
    AND ends_at > ${sql.placeholder('start')}::timestamptz AND starts_at < ${sql.placeholder('end')}::timestamptz)`
const taken = sql<TakenRow[]>`(
  SELECT coalesce(json_agg(json_build_array((extract(epoch FROM starts_at) * 1000)::bigint,
    (extract(epoch FROM ends_at) * 1000)::bigint, buffer_minutes)), '[]')
  FROM booked_times WHERE caregiver_id = ${sql.placeholder('caregiverId')}
    AND blocked_until > ${sql.placeholder('start')}::timestamptz AND starts_at < ${sql.placeholder('end')}::timestamptz)`

const calendarStatement = onceFor((reader) =>
  reader
    .select({
      timezone: caregiverProfiles.timezone,
      isListed: caregiverProfiles.isListed,
      rules,
      overrides,
      off,
      taken,
    })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, sql.placeholder('caregiverId')))
    .prepare('availability_calendar'),
)

async function calendarRow(reader: Reader, caregiverId: number, { startMs, endMs }: Interval) {
  // A day more on either side holds the dates of every zone.
  const [row] = await calendarStatement(reader).execute({
    caregiverId,
    first: toLocalDate(startMs - DAY_MS, 'UTC'),
    last: toLocalDate(endMs + DAY_MS, 'UTC'),
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
  })
  return row
}

type CalendarRow = NonNullable<Awaited<ReturnType<typeof calendarRow>>>

function availabilityIn(row: CalendarRow, zone: Zone, nowMs: number): Availability {
  return {
    calendar: {
      zone,
      rules: row.rules.map(([weekday, start, end]) => ({ weekday, start, end })),
      overrides: row.overrides.map(([date, isAvailable, windows]) => ({
        date,
        isAvailable,
        windows: windows.map(windowOf),
      })),
    },
    booked: row.taken.map(([startMs, endMs, bufferMinutes]) => ({
      startMs,
      endMs,
      bufferMs: bufferMinutes * MINUTE_MS,
    })),
    timeOff: row.off.map(([startMs, endMs]) => ({ startMs, endMs })),
    nowMs,
  }
}

function withMargin({ fromMs, toMs }: { fromMs: number; toMs: number }): Interval {
  return { startMs: fromMs - MARGIN_DAYS * DAY_MS, endMs: toMs + MARGIN_DAYS * DAY_MS }
}

/**
 * All that slots are cut from, for slots that start in [fromMs, toMs): one statement, whatever the range.
 * @param caregiver `timezone` is the zone of her wall times
 */
export async function loadAvailability(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  caregiver: { id: number; timezone: Zone },
  range: { fromMs: number; toMs: number },
): Promise<Availability> {
  const row = await calendarRow(reader, caregiver.id, withMargin(range))
  if (!row) throw notFound()
  return availabilityIn(row, caregiver.timezone, clock.now().getTime())
}

/**
 * The same for a caregiver whom everyone may see, in one statement too.
 * @throws AppError 404 unless she is listed: verified and active (decisions §3)
 */
export async function loadListedAvailability(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  range: { fromMs: number; toMs: number },
): Promise<Availability> {
  const row = await calendarRow(database, caregiverId, withMargin(range))
  if (!row?.isListed) throw notFound()
  return availabilityIn(row, row.timezone, clock.now().getTime())
}

/** The taken hours of a caregiver that touch a range or rest into it, all in epoch ms. */
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
