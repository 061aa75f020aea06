import { z } from 'zod'
import type { LocalTime } from '../time.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  localTimeSchema,
  pageQuery,
  pageSchema,
  queryInteger,
  zoneSchema,
} from '../wire.ts'
import type { WeeklyRule } from './slots.ts'
import {
  BUFFER_MINUTES_DEFAULT,
  BUFFER_MINUTES_MAXIMUM,
  SLOT_MINUTES_DEFAULT,
  SLOT_MINUTES_MINIMUM,
  type Window,
} from './windows.ts'

const userId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'user_id is required' })
  .transform(Number)

export const monthQuery = z.strictObject({
  user_id: userId,
  year: queryInteger('Year', { min: 1970, max: 2199 }),
  month: queryInteger('Month', { min: 1, max: 12 }),
  timezone: zoneSchema,
})
/** What begins on a date: the minutes of free slots outside of nights, and whether a free night does. */
export const ownHours = z.object({ minutes: z.int().nonnegative(), has_night: z.boolean() })
export type OwnHours = z.infer<typeof ownHours>
/**
 * `days`: the number of free slots by date in the viewer's zone, without dates that have none. `own`: what begins on a
 * date, without dates on which nothing does. `full`: the dates that have slots of their own, all of them booked. A date
 * in none of them has no slots.
 * @see docs/rules/availability.md#free-times
 */
export const monthResponse = z.object({
  days: z.record(z.string(), z.int().nonnegative()),
  own: z.record(z.string(), ownHours),
  full: z.array(z.string()),
})
export type MonthAvailability = z.infer<typeof monthResponse>

export const dayQuery = z.strictObject({ user_id: userId, date: localDateSchema, timezone: zoneSchema })
/** A slot in the viewer's zone. An `end` that is not after its `start` is on the next day. */
export const daySlot = z.object({
  start: z.string(),
  end: z.string(),
  start_utc: instantSchema,
  end_utc: instantSchema,
})
export const dayResponse = z.object({ slots: z.array(daySlot) })
export type DayAvailability = z.infer<typeof dayResponse>
export type DaySlot = z.infer<typeof daySlot>

export const WINDOWS_PER_DAY_MAXIMUM = 24

/** Whether hours end on the next day; false by default. @see docs/rules/availability.md#nights */
const endsNextDay = z.boolean({ error: 'ends_next_day must be true or false' }).optional()

const slotMinutes = z
  .int({ error: 'Slot minutes must be a whole number' })
  .min(SLOT_MINUTES_MINIMUM, { error: `Slot minutes must be at least ${SLOT_MINUTES_MINIMUM}` })
  .max(1_440, { error: 'Slot minutes must be at most 1440' })
const bufferMinutes = z
  .int({ error: 'Buffer minutes must be a whole number' })
  .min(0, { error: 'Buffer minutes must be at least 0' })
  .max(BUFFER_MINUTES_MAXIMUM, { error: `Buffer minutes must be at most ${BUFFER_MINUTES_MAXIMUM}` })

export const windowBody = z.strictObject({
  start_local: localTimeSchema,
  end_local: localTimeSchema,
  ends_next_day: endsNextDay,
  slot_minutes: slotMinutes.default(SLOT_MINUTES_DEFAULT),
  buffer_minutes: bufferMinutes.default(BUFFER_MINUTES_DEFAULT),
})
export type WindowBody = z.infer<typeof windowBody>

/** Whether hours end on the next day. Those that end at the midnight between need not say so, but may. */
export function doesEndNextDay(end: LocalTime, body: { ends_next_day?: boolean | undefined }): boolean {
  return body.ends_next_day === true && end !== '00:00'
}

/** Converts a window of a request, a response or a row to the form that slots are cut from. */
export function toWindow(body: WindowBody): Window {
  return {
    start: body.start_local,
    end: body.end_local,
    endsNextDay: doesEndNextDay(body.end_local, body),
    slotMinutes: body.slot_minutes,
    bufferMinutes: body.buffer_minutes,
  }
}

/**
 * The hours of a date. `validateWindows` checks the order and overlap of the windows on both sides.
 * @see docs/rules/availability.md#date-overrides
 */
export const overrideBody = z.strictObject({
  caregiver: idSchema,
  date_local: localDateSchema,
  is_available: z.boolean({ error: 'is_available must be true or false' }),
  windows: z
    .array(windowBody, { error: 'Windows must be a list' })
    .max(WINDOWS_PER_DAY_MAXIMUM, { error: `A day can have at most ${WINDOWS_PER_DAY_MAXIMUM} windows` }),
})
export type OverrideBody = z.infer<typeof overrideBody>

export const overrideResponse = z.object({
  id: idSchema,
  caregiver: idSchema,
  date_local: z.string(),
  is_available: z.boolean(),
  windows: z.array(
    z.object({
      start_local: z.string(),
      end_local: z.string(),
      ends_next_day: z.boolean(),
      slot_minutes: z.int(),
      buffer_minutes: z.int(),
      booked: z.boolean(),
    }),
  ),
})
export type Override = z.infer<typeof overrideResponse>

/** A list of overrides by date, with both ends included. A month fits on one page. */
export const overridesQuery = z.strictObject({
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  ...pageQuery(100),
})
export const overridesResponse = pageSchema(overrideResponse)

export const ruleBody = z.strictObject({
  weekday: z
    .int({ error: 'Weekday must be from 1 to 7' })
    .min(1, { error: 'Weekday must be from 1 to 7' })
    .max(7, {
      error: 'Weekday must be from 1 to 7',
    }),
  start: localTimeSchema,
  end: localTimeSchema,
  ends_next_day: endsNextDay,
  /** The defaults if they are left out, also when the rule had others. */
  slot_minutes: slotMinutes.optional(),
  buffer_minutes: bufferMinutes.optional(),
})
export type RuleBody = z.infer<typeof ruleBody>

/** Converts a rule of a request or a response to the form that slots are cut from. */
export function toWeeklyRule({ weekday, start, end, ...body }: RuleBody): WeeklyRule {
  const { slot_minutes = SLOT_MINUTES_DEFAULT, buffer_minutes = BUFFER_MINUTES_DEFAULT } = body
  return {
    ...{ weekday, start, end, endsNextDay: doesEndNextDay(end, body) },
    ...{ slotMinutes: slot_minutes, bufferMinutes: buffer_minutes },
  }
}

/**
 * A weekly rule. `booked_dates` are the dates ahead, in the caregiver's zone, on which a live booking
 * overlaps it; those bookings stay when the rule changes.
 * @see docs/rules/availability.md#weekly-hours
 */
export const ruleResponse = z.object({
  id: idSchema,
  weekday: z.int(),
  start: z.string(),
  end: z.string(),
  ends_next_day: z.boolean(),
  slot_minutes: z.int(),
  buffer_minutes: z.int(),
  booked_dates: z.array(z.string()),
})
export type Rule = z.infer<typeof ruleResponse>

export const RULES_PER_WEEKDAY_MAXIMUM = 12
/**
 * The hours of several weekdays, in place of those they have; without windows the days are closed.
 * @see docs/rules/availability.md#weekly-hours
 */
export const weekBody = z.strictObject({
  weekdays: z
    .array(ruleBody.shape.weekday, { error: 'Choose at least one day' })
    .min(1, { error: 'Choose at least one day' })
    .max(7, { error: 'A week has 7 days' }),
  windows: z
    .array(ruleBody.omit({ weekday: true }), {
      error: 'Windows must be a list',
    })
    .max(RULES_PER_WEEKDAY_MAXIMUM, {
      error: `A weekday can have at most ${RULES_PER_WEEKDAY_MAXIMUM} windows`,
    }),
})
export type WeekBody = z.infer<typeof weekBody>
export const weekResponse = z.object({ results: z.array(ruleResponse) })

export const availabilityListQuery = z.strictObject(pageQuery(100))
export const rulesResponse = pageSchema(ruleResponse)

/**
 * The longest range of `bookedQuery`, in days with both ends included: enough for two calendar months with
 * the weeks around them.
 */
export const BOOKED_RANGE_DAYS_MAXIMUM = 100
export const bookedQuery = z.strictObject({ date_from: localDateSchema, date_to: localDateSchema })
export const bookedTime = z.object({
  start_utc: instantSchema,
  end_utc: instantSchema,
  buffer_minutes: z.int().nonnegative(),
  /** Of the family that booked it or asked for the meeting; null if it is neither's. */
  family_name: z.string().nullable(),
  /** The request of a booking; null for a meeting. */
  request_id: idSchema.nullable(),
  /** Null for a booking. */
  meeting_status: z.enum(['asked', 'accepted']).nullable(),
})
export type BookedTime = z.infer<typeof bookedTime>
/** The live bookings and open meetings that touch the range, by start, also outside of the caregiver's current hours. */
export const bookedResponse = pageSchema(bookedTime)

export const timeOffBody = z
  .strictObject({
    start_utc: z.iso.datetime({ error: 'Enter a UTC time such as 2026-12-01T14:00:00Z' }),
    end_utc: z.iso.datetime({ error: 'Enter a UTC time such as 2026-12-01T14:00:00Z' }),
  })
  .refine((body) => Date.parse(body.start_utc) < Date.parse(body.end_utc), {
    path: ['end_utc'],
    error: 'End must be after start',
  })
export const timeOffResponse = z.object({ id: idSchema, start_utc: instantSchema, end_utc: instantSchema })
export type TimeOff = z.infer<typeof timeOffResponse>
export const timeOffListResponse = pageSchema(timeOffResponse)

export const publicOverridesQuery = z.strictObject({ user_id: userId })
export const publicOverridesResponse = z.object({
  timezone: z.string(),
  date_overrides: z.array(overrideResponse.omit({ caregiver: true })),
})
