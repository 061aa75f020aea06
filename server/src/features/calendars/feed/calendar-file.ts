import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { HOUR_MS } from '@tendwell/contract/time'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { type CalendarEvent, describeEvent } from './entry.ts'

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** How often we ask calendar apps to read a feed again, in seconds. Most apps choose their own interval. */
const REFRESH_SECONDS = HOUR_MS / 1_000

/** Renders events as iCalendar (RFC 5545), with times in UTC. The same events make the same text. */
export function renderCalendar(events: readonly CalendarEvent[]): string {
  const calendar = ical({
    name: PRODUCT_NAME,
    prodId: { company: PRODUCT_NAME, product: 'Bookings', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const { uid, sequence, startsAt, endsAt, isCanceled, changedAt, ...texts } of events) {
    calendar.createEvent({
      id: uid,
      sequence,
      // By default the library writes the time of rendering here, so the same events would never make the
      // same text.
      stamp: changedAt ?? startsAt,
      ...(changedAt && { lastModified: changedAt }),
      start: startsAt,
      end: endsAt,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCanceled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      summary: texts.summary,
      location: texts.location,
      description: describeEvent(texts.url),
      url: texts.url,
    })
  }
  return calendar.toString()
}
