/** Visits, meetings and time off as events of a calendar file. */
import { formatAddress } from '@tendwell/contract/bookings/visit-text'
import { toGoogleCalendarUrl } from '@tendwell/contract/calendars/google'
import { toPublicName } from '@tendwell/contract/people/public-name'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import type { CalendarBooking, CalendarMeeting } from '../../bookings/index.ts'

/** An event of a calendar file. */
export type CalendarEvent = {
  /** The same in every file, so that a calendar app updates the event that it already has. */
  uid: string
  /** Grows with each change, so that a calendar app takes the newest one. */
  sequence: number
  startsAt: Date
  endsAt: Date
  isCanceled: boolean
  changedAt: Date | null
  summary: string
  location: string | null
  url: string
}

/**
 * A visit as an event. Calendars are often shared with others, so the event leaves out the other side's last
 * name, the children and the note.
 */
export function toVisitEvent(visit: CalendarBooking, publicUrl: string): CalendarEvent {
  const { bookingId, requestId, side, otherName, address, isCanceled, ...timesAndChanges } = visit
  const care = `Care ${side === 'caregiver' ? 'for' : 'with'} ${toPublicName(otherName)}`
  return {
    ...timesAndChanges,
    isCanceled,
    uid: toUid('booking', bookingId, publicUrl),
    summary: isCanceled ? `Canceled: ${care}` : care,
    location: (address && formatAddress(address)) || null,
    url: publicUrl + (side === 'caregiver' ? paths.caregiverBooking(requestId) : paths.booking(requestId)),
  }
}

/** A link that adds the only event to Google Calendar; null for several, and for one that has changed. */
export function toGoogleUrl([event, ...others]: readonly CalendarEvent[]): string | null {
  if (!event || others.length > 0 || event.isCanceled || event.sequence > 0) return null
  const { summary: title, startsAt, endsAt, location, url } = event
  return toGoogleCalendarUrl({
    title,
    startMs: startsAt.getTime(),
    endMs: endsAt.getTime(),
    details: describeEvent(url),
    location,
  })
}

/** What an event says below its title. */
export const describeEvent = (url: string) => `View on ${PRODUCT_NAME}: ${url}`

/**
 * A meeting as an event, without the last name of the other side. How the two meet is only in a file for one of
 * them, not in a feed, which others may read.
 */
export function toMeetingEvent(
  { meetingId, side, otherName, startsAt, endsAt, isCanceled, place }: CalendarMeeting,
  publicUrl: string,
  { isFeed }: { isFeed: boolean },
): CalendarEvent {
  const meeting = `Meeting with ${toPublicName(otherName)}`
  return {
    uid: toUid('meeting', meetingId, publicUrl),
    sequence: isCanceled ? 1 : 0,
    startsAt,
    endsAt,
    isCanceled,
    changedAt: null,
    summary: isCanceled ? `Canceled: ${meeting}` : meeting,
    location: isFeed ? null : place,
    url: publicUrl + (side === 'caregiver' ? paths.caregiverBookings : paths.bookings),
  }
}

/** Time off of a caregiver as an event. */
export function toTimeOffEvent(
  { id, startsAt, endsAt }: { id: number; startsAt: Date; endsAt: Date },
  publicUrl: string,
): CalendarEvent {
  return {
    uid: toUid('time-off', id, publicUrl),
    sequence: 0,
    startsAt,
    endsAt,
    isCanceled: false,
    changedAt: null,
    summary: 'Time off',
    location: null,
    url: `${publicUrl}${paths.availability}`,
  }
}

function toUid(kind: string, id: number, publicUrl: string): string {
  return `${kind}-${id}@${new URL(publicUrl).hostname}`
}
