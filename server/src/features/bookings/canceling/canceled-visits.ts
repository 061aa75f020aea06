/** Canceled visits as the audit log says them. @see docs/rules/console.md#audit-log */

import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatInterval, formatShortDay, formatZone } from '@tendwell/contract/format'
import { toLocalDate } from '@tendwell/contract/time'
import { toIntervals } from '../queries.ts'
import type { CancellationPlan } from './queries.ts'

const SHOWN = 6

/**
 * By their times in the zone of their request, because a visit's number looks like a booking's: `Dec 8, 2:00
 * PM – 4:00 PM, New York time`.
 */
export function describeCanceledVisits({
  request,
  windows,
}: Pick<CancellationPlan, 'request' | 'windows'>): string[] {
  const zone = request.timezone
  const intervals = toIntervals(windows.map(({ window }) => window))
  const visits = mergeAdjacent([...intervals].sort((one, other) => one.startMs - other.startMs))
  const texts = visits.map(
    (visit) =>
      `${formatShortDay(toLocalDate(visit.startMs, zone))}, ${formatInterval(visit, zone)}, ${formatZone(zone)}`,
  )
  const more = texts.length - SHOWN
  return more > 1 ? [...texts.slice(0, SHOWN), `${more} more`] : texts
}
