import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { HOUR_MS } from '@tendwell/contract/time'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Entry } from './entry.ts'

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** How often calendar apps are asked to read a feed again, in seconds. Most have a pace of their own. */
const REFRESH_SECONDS = HOUR_MS / 1_000

/** Renders events as iCalendar (RFC 5545), with times in UTC. The same events make the same text. */
export function renderCalendar(entries: readonly Entry[]): string {
  const calendar = ical({
    name: PRODUCT_NAME,
    prodId: { company: PRODUCT_NAME, product: 'Bookings', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  for (const { uid, sequence, startsAt, endsAt, isCanceled, changedAt, ...texts } of entries) {
    calendar.createEvent({
      id: uid,
      sequence,
      // By default the library stamps the time of rendering, and no two answers were alike.
      stamp: changedAt ?? startsAt,
      ...(changedAt && { lastModified: changedAt }),
      start: startsAt,
      end: endsAt,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCanceled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      summary: texts.summary,
      location: texts.location,
      description: `View on ${PRODUCT_NAME}: ${texts.url}`,
      url: texts.url,
    })
  }
  return calendar.toString()
}
