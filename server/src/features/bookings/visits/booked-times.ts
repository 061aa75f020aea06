import type { BookedTime } from '@tendwell/contract/availability/availability'
import { type LocalDate, toDateInterval } from '@tendwell/contract/time'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { bookedTimes, requireBookedRange } from '../../availability/index.ts'
import { users } from '../../people/index.ts'
import { findCaregiver } from '../../profiles/index.ts'
import { meetings } from '../meetings/tables.ts'
import { bookings, requests } from '../tables.ts'

/**
 * The times of a caregiver's live bookings and open meetings that touch a range of dates in the caregiver's zone, buffers
 * included, by start, with the family; also those outside of the caregiver's present hours.
 * @throws AppError 400 when the dates are in the wrong order or the range is too long
 * @see docs/rules/availability.md#who-may-edit
 */
export async function listOwnBookedTimes(
  reader: Reader,
  caregiverId: number,
  { date_from: first, date_to: last }: { date_from: LocalDate; date_to: LocalDate },
): Promise<BookedTime[]> {
  requireBookedRange({ first, last })
  const timezone = (await findCaregiver(reader, caregiverId))?.timezone ?? 'UTC'
  const { startMs, endMs } = toDateInterval(first, last, timezone)
  const rows = await reader
    .select({
      startsAt: bookedTimes.startsAt,
      endsAt: bookedTimes.endsAt,
      bufferMinutes: bookedTimes.bufferMinutes,
      familyName: users.fullName,
      requestId: bookings.requestId,
      meetingStatus: meetings.status,
    })
    .from(bookedTimes)
    .leftJoin(bookings, eq(bookings.bookedTimeId, bookedTimes.id))
    .leftJoin(requests, eq(requests.id, bookings.requestId))
    .leftJoin(meetings, eq(meetings.bookedTimeId, bookedTimes.id))
    .leftJoin(users, eq(users.id, sql`coalesce(${requests.familyId}, ${meetings.familyId})`))
    .where(
      and(
        eq(bookedTimes.caregiverId, caregiverId),
        gt(bookedTimes.blockedUntil, new Date(startMs)),
        lt(bookedTimes.startsAt, new Date(endMs)),
      ),
    )
    .orderBy(asc(bookedTimes.startsAt))
  return rows.map((row) => ({
    start_utc: row.startsAt.toISOString(),
    end_utc: row.endsAt.toISOString(),
    buffer_minutes: row.bufferMinutes,
    family_name: row.familyName,
    request_id: row.requestId,
    meeting_status: row.meetingStatus as BookedTime['meeting_status'],
  }))
}
