import { type SoughtCare, toSearchPath } from '@tendwell/contract/bookings/search-path'
import { type Interval, toLocalDateTime } from '@tendwell/contract/time'
import { getBrowserZone } from '../../lib/format/format.ts'
import { toEpochMs } from '../../lib/format/instants.ts'
import { paths, withQuery } from '../routes/paths.ts'

/**
 * The booking screen with these hours chosen, if they are still free. The link names them as that screen
 * shows them, in the viewer's zone: `?date=2026-06-02&from=09:00&to=12:00`.
 * @see docs/rules/bookings.md#links-to-hours
 */
export function hoursPath(caregiverId: number | string, { startMs, endMs }: Interval): string {
  const zone = getBrowserZone()
  const { date, time } = toLocalDateTime(startMs, zone)
  return withQuery(paths.book(caregiverId), { date, from: time, to: toLocalDateTime(endMs, zone).time })
}

/** The booking screen with the times, children and note of an earlier booking. @see docs/rules/bookings.md#booking-again */
export function bookAgainPath(booking: { caregiver_id: number; request_id: number }): string {
  return withQuery(paths.book(booking.caregiver_id), { again: String(booking.request_id) })
}

/** The search for who does this care at these hours near the visit. Date and times are wall time in the viewer's zone. */
export function searchPath(
  window: { start_utc: string; end_utc: string } | undefined,
  sought: SoughtCare,
): string {
  if (!window) return toSearchPath(undefined, sought)
  const [from, to] = [window.start_utc, window.end_utc].map((instant) =>
    toLocalDateTime(toEpochMs(instant), getBrowserZone()),
  ) as [{ date: string; time: string }, { date: string; time: string }]
  return toSearchPath({ date: from.date, start: from.time, end: to.time }, sought)
}
