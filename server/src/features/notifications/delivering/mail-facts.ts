import { formatWeekly, groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatFullDay, formatInterval, formatZone } from '@tendwell/contract/format'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import type { Fact } from '../../notices/index.ts'

const VISITS_SHOWN = 6

/**
 * Writes facts as lines of text.
 * @param readerZone the zone in which times of visits are given; null for the zone in which they were booked.
 *   The text names the zone
 */
export function renderFacts(
  facts: readonly Fact[],
  readerZone: Zone | null,
): { label: string; lines: string[] }[] {
  return facts.map((fact) =>
    'text' in fact
      ? { label: fact.label, lines: fact.text.split('\n') }
      : { label: fact.label, lines: renderVisits(fact.visits, readerZone ?? fact.zone) },
  )
}

/**
 * Lists the first visits, and how many more there are. If there are more than 6, visits that repeat weekly
 * become one line.
 */
function renderVisits(visits: readonly Interval[], zone: Zone): string[] {
  const mergedVisits = mergeAdjacent(visits)
  const hasMany = mergedVisits.length > VISITS_SHOWN
  const groups = hasMany
    ? groupWeekly(mergedVisits, zone)
    : mergedVisits.map((visit) => ({ times: [visit], skipped: [] }))
  // If only one group were left out, it is shown as well: "and 1 more" would take as much space.
  const shownGroups = groups.length > VISITS_SHOWN + 1 ? groups.slice(0, VISITS_SHOWN) : groups
  const leftOutCount = mergedVisits.length - shownGroups.reduce((sum, { times }) => sum + times.length, 0)
  return [
    ...shownGroups.flatMap((group) =>
      isWeekly(group) ? formatWeekly(group, zone) : group.times.map((visit) => renderVisit(visit, zone)),
    ),
    ...(leftOutCount > 0 ? [`and ${leftOutCount} more`] : []),
    `Times are in ${formatZone(zone)}.`,
  ]
}

function renderVisit(visit: Interval, zone: Zone): string {
  return `${formatFullDay(toLocalDate(visit.startMs, zone))}, ${formatInterval(visit, zone)}`
}
