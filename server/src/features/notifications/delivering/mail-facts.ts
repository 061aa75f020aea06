import { formatWeekly, groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatFullDay, formatInterval, formatZone } from '@tendwell/contract/format'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import type { Fact } from '../../notices/index.ts'

const VISITS_SHOWN = 6

/**
 * Puts facts into words.
 * @param readerZone in which visits are given; null: the zone they were booked in, which is named either way
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

/** The first visits, where there are many with weekly ones as one line. */
function renderVisits(visits: readonly Interval[], zone: Zone): string[] {
  const merged = mergeAdjacent(visits)
  const isLong = merged.length > VISITS_SHOWN
  const groups = isLong ? groupWeekly(merged, zone) : merged.map((visit) => ({ times: [visit], skipped: [] }))
  // A single one more is shown instead of counted.
  const shown = groups.length > VISITS_SHOWN + 1 ? groups.slice(0, VISITS_SHOWN) : groups
  const more = merged.length - shown.reduce((sum, { times }) => sum + times.length, 0)
  return [
    ...shown.flatMap((group) =>
      isWeekly(group) ? formatWeekly(group, zone) : group.times.map((visit) => renderVisit(visit, zone)),
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    `Times are in ${formatZone(zone)}.`,
  ]
}

function renderVisit(visit: Interval, zone: Zone): string {
  return `${formatFullDay(toLocalDate(visit.startMs, zone))}, ${formatInterval(visit, zone)}`
}
