import { z } from 'zod'
import { idSchema, instantSchema, localDateSchema, pageSchema, requiredText, text } from '../wire.ts'

export const OUTSIDE_CALENDARS_MAXIMUM = 3

/** Calendar apps write the address of a calendar that they share as `webcal`; it is read by https. */
function toHttps(address: string): string {
  return address.trim().replace(/^webcals?:/i, 'https:')
}

export const outsideCalendarBody = z.strictObject({
  address: requiredText('Address', 2_000)
    .transform(toHttps)
    .pipe(z.url({ protocol: /^https$/, error: 'Enter an address that begins with https:// or webcal://' })),
  /** If empty, the calendar gets the name of its provider. */
  name: text('Name', 60)
    .transform((value) => value.trim())
    .default(''),
})
export type OutsideCalendarBody = z.input<typeof outsideCalendarBody>

/**
 * A calendar elsewhere that closes a caregiver's hours. Its address is a secret, so only the host and the
 * last characters are shown.
 * @see docs/rules/calendars.md#outside-calendars
 */
export const outsideCalendarResponse = z.object({
  id: idSchema,
  name: z.string(),
  host: z.string(),
  address_end: z.string(),
  state: z.enum(['ok', 'failing']),
  /** When it was last read successfully. */
  read_at: instantSchema,
  failing_since: instantSchema.nullable(),
  /** Why it can't be read, as a sentence. */
  problem: z.string().nullable(),
  /** Until when a failing calendar keeps its last known times. */
  kept_until: instantSchema.nullable(),
  /** How many busy times have not ended. */
  busy_count: z.int().nonnegative(),
  /** How many of its events could not be read; their hours may therefore be offered. */
  unread_count: z.int().nonnegative(),
})
export type OutsideCalendar = z.infer<typeof outsideCalendarResponse>
export const outsideCalendarsResponse = pageSchema(outsideCalendarResponse)

export const outsideBusyQuery = z.strictObject({ date_from: localDateSchema, date_to: localDateSchema })
/** When outside calendars say that the caregiver is busy in a range of dates in their zone, by start. */
export const outsideBusyTime = z.object({
  start_utc: instantSchema,
  end_utc: instantSchema,
  calendar_id: idSchema,
  name: z.string(),
})
export type OutsideBusyTime = z.infer<typeof outsideBusyTime>
export const outsideBusyResponse = pageSchema(outsideBusyTime)
