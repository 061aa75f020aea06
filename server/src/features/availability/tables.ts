import { WINDOWS_PER_DAY_MAXIMUM, type WindowBody } from '@tendwell/contract/availability'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

const bits = customType<{ data: string }>({ dataType: () => 'varbit' })
const minuteRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' })
const moment = () => timestamp({ withTimezone: true })
const caregiver = () =>
  integer()
    .notNull()
    .references(() => users.id)

/**
 * Hours of a weekday (ISO: 1 Monday to 7 Sunday), in the caregiver's wall time. A constraint that drizzle can't express
 * (`availability_rules_no_overlap`, in the migrations) keeps those of one weekday apart.
 */
export const availabilityRules = pgTable(
  'availability_rules',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    weekday: integer().notNull(),
    startLocal: text().notNull(),
    endLocal: text().notNull(),
  },
  (table) => [
    check('availability_rules_weekday', sql`${table.weekday} BETWEEN 1 AND 7`),
    check(
      'availability_rules_hours',
      sql`${table.startLocal} ~ '^[0-9]{2}:[0-9]{2}$' AND ${table.endLocal} ~ '^[0-9]{2}:[0-9]{2}$'
        AND (${table.endLocal} = '00:00' OR ${table.startLocal} < ${table.endLocal})`,
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
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [
    check('time_off_order', sql`${table.startsAt} < ${table.endsAt}`),
    unique('time_off_once').on(table.caregiverId, table.startsAt, table.endsAt),
    index('time_off_caregiver').on(table.caregiverId, table.endsAt),
  ],
)

const FREE_AT = sql.raw(
  `((ends_at AT TIME ZONE 'UTC') + buffer_minutes * interval '1 minute') AT TIME ZONE 'UTC'`,
)

/**
 * Time that live bookings take, with the rest after it that it was booked with. A constraint that drizzle can't
 * express (`occupied_times_no_overlap`, in the migrations) lets no two rows of a caregiver overlap from `starts_at`
 * to `free_at`, whatever the code does and however her hours have been changed since.
 */
export const occupiedTimes = pgTable(
  'occupied_times',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: caregiver(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Of the slot that was booked; real minutes. */
    bufferMinutes: integer().notNull().default(0),
    freeAt: moment().generatedAlwaysAs(FREE_AT).notNull(),
  },
  (table) => [
    check('occupied_times_order', sql`${table.startsAt} < ${table.endsAt}`),
    check('occupied_times_buffer', sql`${table.bufferMinutes} >= 0`),
    index('occupied_times_caregiver').on(table.caregiverId, table.freeAt),
  ],
)

/**
 * The free slots of a caregiver by fortnights of UTC, as the one slot function gives them: what a search by date and
 * the next free day are answered from. Written with every change of her hours and with every booking; that a slot has
 * passed, or is further ahead than requests reach, is left to whoever reads. `open-times.ts` says how bits are read.
 */
export const openPeriods = pgTable(
  'open_periods',
  {
    caregiverId: caregiver(),
    period: integer().notNull(),
    /** A bit a half hour: a free slot starts on it. */
    starts: bits().notNull(),
    /** A bit a half hour: free slots without a gap take all of it. */
    covered: bits().notNull(),
    /** In place of the bits where a slot starts or ends off the half hours: minutes since 1970 in UTC. */
    oddStarts: integer().array(),
    oddCovered: minuteRanges(),
  },
  (table) => [
    primaryKey({ columns: [table.caregiverId, table.period] }),
    index('open_periods_odd_period').on(table.period).where(sql`odd_starts IS NOT NULL`),
    check('open_periods_odd', sql`(${table.oddStarts} IS NULL) = (${table.oddCovered} IS NULL)`),
  ],
)

/**
 * The same by days of UTC for the 512 caregivers of a block (`caregiver_blocks`), a bit each: on one sheet in whose
 * calendar a free slot starts on a half hour, on the other in whose all of it is free, for each half hour of the day by
 * itself and together with those after it (`open-masks.ts` tells the places). Kept by a trigger of `open_periods` (in the
 * migrations); what a search by date finds is told by it, 512 people at a time.
 */
export const openBlocks = pgTable(
  'open_blocks',
  {
    /** Days since 1970. */
    day: integer().notNull(),
    sheet: integer().notNull(),
    block: integer().notNull(),
    masks: bits().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.sheet, table.block] })],
)
