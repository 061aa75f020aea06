import { WINDOWS_PER_DAY_MAXIMUM, type WindowBody } from '@tendwell/contract/availability/availability'
import {
  BUFFER_MINUTES_DEFAULT,
  BUFFER_MINUTES_MAXIMUM,
  SLOT_MINUTES_DEFAULT,
  SLOT_MINUTES_MINIMUM,
} from '@tendwell/contract/availability/windows'
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

const caregiver = () =>
  integer()
    .notNull()
    .references(() => users.id)

/**
 * Weekly hours of a weekday (ISO: 1 Monday to 7 Sunday), in the caregiver's wall time. The exclusion
 * constraint `availability_rules_no_overlap` (in the migrations) allows no two to overlap.
 */
export const availabilityRules = pgTable(
  'availability_rules',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    weekday: integer().notNull(),
    startLocal: text().notNull(),
    endLocal: text().notNull(),
    endsNextDay: boolean().notNull().default(false),
    slotMinutes: integer().notNull().default(SLOT_MINUTES_DEFAULT),
    bufferMinutes: integer().notNull().default(BUFFER_MINUTES_DEFAULT),
  },
  (table) => [
    check('availability_rules_weekday', sql`${table.weekday} BETWEEN 1 AND 7`),
    check(
      'availability_rules_hours',
      sql`${table.startLocal} ~ '^[0-9]{2}:[0-9]{2}$' AND ${table.endLocal} ~ '^[0-9]{2}:[0-9]{2}$'
        AND CASE WHEN ${table.endsNextDay}
          THEN ${table.endLocal} <> '00:00' AND ${table.endLocal}::time - ${table.startLocal}::time <= interval '-8 hours'
          ELSE ${table.endLocal} = '00:00' OR ${table.startLocal} < ${table.endLocal} END`,
    ),
    check(
      'availability_rules_slots',
      sql`${table.slotMinutes} BETWEEN ${sql.raw(`${SLOT_MINUTES_MINIMUM} AND ${MINUTES_PER_DAY}`)}
        AND ${table.bufferMinutes} BETWEEN 0 AND ${sql.raw(`${BUFFER_MINUTES_MAXIMUM}`)}`,
    ),
    index('availability_rules_caregiver').on(table.caregiverId),
  ],
)

/** The hours of one date, in place of its weekday's rules. */
export const availabilityOverrides = pgTable(
  'availability_overrides',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    dateLocal: date({ mode: 'string' }).notNull(),
    isAvailable: boolean().notNull(),
    windows: jsonb().$type<WindowBody[]>().notNull(),
  },
  (table) => [
    unique('availability_overrides_date').on(table.caregiverId, table.dateLocal),
    check(
      'availability_overrides_windows',
      sql.raw(
        `jsonb_typeof(windows) = 'array' AND jsonb_array_length(windows) <= ${WINDOWS_PER_DAY_MAXIMUM}`,
      ),
    ),
  ],
)

export const timeOff = pgTable(
  'time_off',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
  },
  (table) => [
    check('time_off_order', sql`${table.startsAt} < ${table.endsAt}`),
    unique('time_off_once').on(table.caregiverId, table.startsAt, table.endsAt),
    index('time_off_caregiver').on(table.caregiverId, table.endsAt),
  ],
)

/** When caregivers are busy according to their outside calendars. @see docs/rules/calendars.md#busy-times */
export const outsideBusy = pgTable(
  'outside_busy',
  {
    /** One of `outside_calendars`, which belongs to a later slice. */
    calendarId: integer().notNull(),
    caregiverId: caregiver(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.startsAt] }),
    check('outside_busy_order', sql`${table.startsAt} < ${table.endsAt}`),
    index('outside_busy_caregiver').on(table.caregiverId, table.endsAt),
  ],
)

/**
 * The end of a booking's buffer. In UTC without a zone, because a generated column may only use functions
 * that don't depend on the session's time zone.
 */
const BLOCKED_UNTIL = sql.raw(
  `((ends_at AT TIME ZONE 'UTC') + buffer_minutes * interval '1 minute') AT TIME ZONE 'UTC'`,
)

/**
 * Times of live bookings, with the buffer after each. The exclusion constraint `booked_times_no_overlap` (in
 * the migrations, since Drizzle can't express it) allows no two of a caregiver to overlap from `starts_at` to
 * `blocked_until`.
 */
export const bookedTimes = pgTable(
  'booked_times',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The buffer of the booked slot when it was booked, in real minutes. */
    bufferMinutes: integer().notNull().default(0),
    blockedUntil: timestamptz().generatedAlwaysAs(BLOCKED_UNTIL).notNull(),
  },
  (table) => [
    check('booked_times_order', sql`${table.startsAt} < ${table.endsAt}`),
    check('booked_times_buffer', sql`${table.bufferMinutes} >= 0`),
    index('booked_times_caregiver').on(table.caregiverId, table.blockedUntil),
  ],
)

/**
 * The hours of accepted requests that are offered to nobody else, with the buffer after each. A row counts until
 * `held_until`; a job deletes it after that.
 * @see docs/rules/bookings.md#holding
 */
export const heldTimes = pgTable(
  'held_times',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    /** One of `requests`, which belongs to a later slice. */
    requestId: integer().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    bufferMinutes: integer().notNull(),
    /** In 1970 once the request is paid or closed. */
    heldUntil: timestamptz().notNull(),
  },
  (table) => [
    check('held_times_order', sql`${table.startsAt} < ${table.endsAt}`),
    check('held_times_buffer', sql`${table.bufferMinutes} >= 0`),
    index('held_times_caregiver').on(table.caregiverId),
    index('held_times_request').on(table.requestId),
    index('held_times_until').on(table.heldUntil),
  ],
)

/**
 * The free slots of a caregiver by the week in which they start: what a search by date and the next free
 * start read. A week without free slots has no row. Rewritten with every change of hours and every booking;
 * readers leave out slots that begin before the caregiver's notice is over or that are further ahead than families
 * can request.
 */
export const freeWeeks = pgTable(
  'free_weeks',
  {
    caregiverId: caregiver(),
    /** When the week begins, in minutes since 1970 in UTC: a multiple of a week. */
    weekMinute: integer().notNull(),
    /** When each slot starts, in minutes of the week, ascending. */
    starts: smallint().array().notNull(),
    /** When each slot ends, in the order of `starts`; the last may end after the week. */
    ends: smallint().array().notNull(),
    /**
     * When a visit through each slot has to begin at the latest, in minutes of the week: with the slot or before it. Null
     * where each slot is long enough alone, as for all caregivers without a minimum visit.
     */
    visitStarts: smallint().array(),
  },
  (table) => [primaryKey({ columns: [table.caregiverId, table.weekMinute] })],
)

/**
 * The full days of a caregiver for which a family waits. A row stays after its notice, until the day has begun.
 * @see docs/rules/availability.md#waiting-for-hours
 */
export const waits = pgTable(
  'waits',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    familyId: integer()
      .notNull()
      .references(() => users.id),
    caregiverId: caregiver(),
    /** The day in `zone`, and when it begins. */
    dateLocal: date({ mode: 'string' }).notNull(),
    zone: text().notNull(),
    startsAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    /** When the family was notified of free hours; null while it waits. */
    toldAt: timestamptz(),
  },
  (table) => [
    unique('waits_day').on(table.familyId, table.caregiverId, table.dateLocal),
    index('waits_caregiver').on(table.caregiverId, table.startsAt),
    index('waits_starts').on(table.startsAt),
  ],
)

/** When the filled `free_weeks` of a caregiver end. A caregiver who never had hours has no row. */
export const freeWeekHorizons = pgTable(
  'free_week_horizons',
  {
    caregiverId: caregiver().primaryKey(),
    filledUntil: timestamptz().notNull(),
  },
  (table) => [index('free_week_horizons_filled').on(table.filledUntil)],
)
