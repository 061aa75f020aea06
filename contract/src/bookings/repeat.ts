import { z } from 'zod'
import { instantSchema, usdSchema } from '../wire.ts'
import { requestBody, slotAlternative, WINDOWS_PER_REQUEST_MAXIMUM } from './bookings.ts'

export const REPEAT_WEEKS_MINIMUM = 2
export const REPEAT_WEEKS_MAXIMUM = 12

const weeksMessage = `Weeks must be ${REPEAT_WEEKS_MINIMUM} to ${REPEAT_WEEKS_MAXIMUM}`

/**
 * Windows of the first week, and for how many weeks to repeat them.
 * @see docs/rules/bookings.md#repeating
 */
export const occurrencesBody = z
  .strictObject({
    ...requestBody.pick({ caregiver_id: true, timezone: true, windows: true }).shape,
    weeks: z
      .int({ error: weeksMessage })
      .min(REPEAT_WEEKS_MINIMUM, { error: weeksMessage })
      .max(REPEAT_WEEKS_MAXIMUM, { error: weeksMessage }),
  })
  .refine(({ windows, weeks }) => windows.length * weeks <= WINDOWS_PER_REQUEST_MAXIMUM, {
    error: `A request can have at most ${WINDOWS_PER_REQUEST_MAXIMUM} windows, so choose fewer weeks`,
    path: ['weeks'],
  })
export type OccurrencesBody = z.infer<typeof occurrencesBody>

/**
 * Why an occurrence can't be booked: a booking takes its hours, the caregiver doesn't work then, clocks
 * change in it, it has begun, it begins before the caregiver's notice is over, or it is more than a year ahead.
 */
export const OCCURRENCE_PROBLEMS = [
  'booked',
  'closed',
  'clock_change',
  'started',
  'notice',
  'too_far',
] as const

const occurrence = z.object({
  /** The number of its week, from 1. */
  week: z.int(),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  /** Null when a clock change skips the start or the end. */
  start_utc: instantSchema.nullable(),
  end_utc: instantSchema.nullable(),
  is_free: z.boolean(),
  problem: z.enum(OCCURRENCE_PROBLEMS).nullable(),
  /** For an occurrence that isn't free: free times of the same length, those of the same day first. */
  alternatives: z.array(slotAlternative),
})
export type Occurrence = z.infer<typeof occurrence>

/** The occurrences are in order of time. The totals count only the free ones. */
export const occurrencesResponse = z.object({
  occurrences: z.array(occurrence),
  total_hours: z.number(),
  total_price_usd: usdSchema,
})
export type Occurrences = z.infer<typeof occurrencesResponse>
