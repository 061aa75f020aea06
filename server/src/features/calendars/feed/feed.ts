import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import type { Attachment } from '../../../ports/mailer/port.ts'
import { listTimeOff } from '../../availability/index.ts'
import { listCalendarBookings, listCalendarMeetings } from '../../bookings/index.ts'
import { users } from '../../people/index.ts'
import { calendarFeeds } from '../tables.ts'
import { CALENDAR_TYPE, renderCalendar } from './calendar-file.ts'
import { toGoogleUrl, toMeetingEvent, toTimeOffEvent, toVisitEvent } from './entry.ts'

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
    ...meetings.map((meeting) => toMeetingEvent(meeting, publicUrl())),
    ...timeOff.map((period) => toTimeOffEvent(period, publicUrl())),
  ])
}

/**
 * A booking as a calendar file for one of its sides, with an event for each of its visits.
 * @returns also a link that adds the visit to Google Calendar: only for a booking of one visit that is neither
 *   canceled nor moved, because Google's event doesn't follow such changes
 * @throws AppError 404 for anyone else, and for an unpaid request
 * @see docs/rules/calendars.md#calendar-files
 */
export async function makeCalendarFile(
  { database, clock, publicUrl }: Pick<Deps, 'database' | 'clock' | 'publicUrl'>,
  viewer: { userId: number; side: Side },
  requestId: number,
): Promise<{ file: Attachment; googleUrl: string | null }> {
  const visits = await listCalendarBookings(database, { ...viewer, now: clock.now() }, { requestId })
  if (visits.length === 0) throw notFound()
  const events = visits.map((visit) => toVisitEvent(visit, publicUrl()))
  return {
    file: {
      filename: `booking-${requestId}.ics`,
      contentType: CALENDAR_TYPE,
      content: renderCalendar(events),
    },
    googleUrl: toGoogleUrl(events),
  }
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
