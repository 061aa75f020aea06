import { type Interval, toLocalDateTime } from '@tendwell/contract/time'
import { getBrowserZone } from '../../lib/format/format.ts'
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
