import { Temporal } from 'temporal-polyfill'

/** An event to put into a calendar. `details` is shown below the title; `location` may be null. */
type GoogleEvent = { title: string; startMs: number; endMs: number; details: string; location: string | null }

/**
 * A link that opens Google Calendar with a new event filled in. Google learns of it only when somebody opens
 * the link, and Google's event doesn't follow later changes.
 */
export function toGoogleCalendarUrl({ title, startMs, endMs, details, location }: GoogleEvent): string {
  const fields = {
    text: title,
    dates: `${toBasicFormat(startMs)}/${toBasicFormat(endMs)}`,
    details,
    ...(location && { location }),
  }
  const query = Object.entries(fields).map(([name, text]) => `&${name}=${encodeURIComponent(text)}`)
  return `https://calendar.google.com/calendar/render?action=TEMPLATE${query.join('')}`
}

/** `20261215T140000Z`. */
function toBasicFormat(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toString({ smallestUnit: 'second' })
    .replace(/[-:]/g, '')
}
