import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import type { Attachment } from '../../../ports/mailer/port.ts'
import { listTimeOff } from '../../availability/index.ts'
import { listCalendarBookings, listCalendarMeetings } from '../../bookings/index.ts'
import type { CalendarSubject } from '../../notices/index.ts'
import { users } from '../../people/index.ts'
import { calendarFeeds } from '../tables.ts'
import { CALENDAR_TYPE, renderCalendar } from './calendar-file.ts'
import { type CalendarEvent, toGoogleUrl, toMeetingEvent, toTimeOffEvent, toVisitEvent } from './entry.ts'

/** How long a feed keeps past events. */
const PAST_DAYS = 90
const READS_PER_HOUR = 60

/**
 * The calendar at a private address: visits, accepted meetings, and a caregiver's time off, from 90 days ago.
 * @throws AppError 404 for an address that is unknown, renewed or of a deactivated person; 429 after too many
 *   calls
 * @see docs/rules/calendars.md#private-address
 */
export async function renderFeed(deps: Deps, secret: string): Promise<string> {
  const { database, publicUrl } = deps
  const owner = await findOwner(deps, secret)
  if (!owner) throw notFound()
  await countAttempt(deps, [
    {
      action: 'calendar read of',
      who: secret,
      most: READS_PER_HOUR,
      minutes: 60,
      rule: 'This calendar was read too often',
    },
  ])
  const now = deps.clock.now()
  const endsAfter = new Date(now.getTime() - PAST_DAYS * DAY_MS)
  const visits = await listCalendarBookings(database, { ...owner, now }, { endsAfter })
  const meetings = await listCalendarMeetings(database, { ...owner, now }, { endsAfter })
  const timeOff = owner.side === 'caregiver' ? await listTimeOff(database, owner.userId, { endsAfter }) : []
  return renderCalendar([
    ...visits.map((visit) => toVisitEvent(visit, publicUrl())),
    ...meetings.map((meeting) => toMeetingEvent(meeting, publicUrl(), { isFeed: true })),
    ...timeOff.map((period) => toTimeOffEvent(period, publicUrl())),
  ])
}

/**
 * A booking as a calendar file for one of its sides, with an event for each of its visits; or a meeting.
 * @returns also a link that adds the only event to Google Calendar, unless it was canceled or moved, because Google's
 *   event doesn't follow such changes
 * @throws AppError 404 for anyone else, for an unpaid request, and for a meeting that was never accepted
 * @see docs/rules/calendars.md#calendar-files
 */
export async function makeCalendarFile(
  deps: Pick<Deps, 'database' | 'clock' | 'publicUrl'>,
  viewer: { userId: number; side: Side },
  subject: CalendarSubject,
): Promise<{ file: Attachment; googleUrl: string | null }> {
  const events = await listEvents(deps, viewer, subject)
  if (events.length === 0) throw notFound()
  const name = 'requestId' in subject ? `booking-${subject.requestId}` : `meeting-${subject.meetingId}`
  return {
    file: { filename: `${name}.ics`, contentType: CALENDAR_TYPE, content: renderCalendar(events) },
    googleUrl: toGoogleUrl(events),
  }
}

/** What one side sees of a booking or a meeting, as events; none if it may see nothing. */
async function listEvents(
  { database, clock, publicUrl }: Pick<Deps, 'database' | 'clock' | 'publicUrl'>,
  viewer: { userId: number; side: Side },
  subject: CalendarSubject,
): Promise<CalendarEvent[]> {
  const viewerNow = { ...viewer, now: clock.now() }
  if ('requestId' in subject) {
    const visits = await listCalendarBookings(database, viewerNow, subject)
    return visits.map((visit) => toVisitEvent(visit, publicUrl()))
  }
  const meetings = await listCalendarMeetings(database, viewerNow, subject)
  return meetings.map((meeting) => toMeetingEvent(meeting, publicUrl(), { isFeed: false }))
}

/** The active family or caregiver with this secret in their address; null if there is none. */
async function findOwner(
  { database }: Pick<Deps, 'database'>,
  secret: string,
): Promise<{ userId: number; side: Side } | null> {
  const [owner] = await database
    .select({ userId: users.id, role: users.role })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.secret, secret), users.isActive, ne(users.role, 'admin')))
  return owner ? { userId: owner.userId, side: owner.role as Side } : null
}
