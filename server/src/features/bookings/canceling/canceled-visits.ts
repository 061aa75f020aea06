/** Canceled visits in the words of the audit log. @see docs/rules/console.md#audit-log */

import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatInterval, formatShortDay, formatZone } from '@tendwell/contract/format'
import { toLocalDate } from '@tendwell/contract/time'
import { toIntervals } from '../queries.ts'
import type { CancellationPlan } from './queries.ts'

const VISITS_SHOWN = 6

/**
 * Each visit as its times in the zone of the request, such as `Dec 8, 2:00 PM – 4:00 PM, New York time`; of
 * eight or more visits only six, and `2 more`. The ids aren't used, because they look like numbers of
 * bookings.
 */
export function formatCanceledVisits({
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
  const hiddenCount = texts.length - VISITS_SHOWN
  return hiddenCount > 1 ? [...texts.slice(0, VISITS_SHOWN), `${hiddenCount} more`] : texts
}
