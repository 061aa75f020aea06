import { z } from 'zod'

/**
 * The private address of a person's calendar, for calendar apps.
 * @see docs/rules/calendars.md#private-address
 */
export const calendarFeedResponse = z.object({ url: z.string() })
