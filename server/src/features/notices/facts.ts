import { formatWeekly, groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import {
  formatDeadline,
  formatFullDay,
  formatInterval,
  formatShortDay,
  formatZone,
} from '@tendwell/contract/format'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import type { EmailFact } from '../../ports/mailer/port.ts'
import type { Fact } from './content.ts'
import { VISIT_DAY } from './names.ts'

const VISITS_SHOWN = 6

/**
 * Writes facts as lines of text.
 * @param readerZone the zone in which times are given; null for the zone in which they were booked.
 *   The text names the zone
 */
export function renderFacts(
  facts: readonly Fact[],
  readerZone: Zone | null,
): (Omit<EmailFact, 'lines' | 'link'> & { lines: string[]; link?: { label: string; path: string } })[] {
  return facts.map((fact) => ({
    label: fact.label,
    lines: renderLines(fact, readerZone),
    ...('visits' in fact && { isList: true }),
    ...('link' in fact && fact.link && { link: fact.link }),
    ...('isApart' in fact && fact.isApart && { isApart: true }),
  }))
}

function renderLines(fact: Fact, readerZone: Zone | null): string[] {
  if ('text' in fact) return fact.text.split('\n')
  const zone = readerZone ?? fact.zone
  return 'visits' in fact ? renderVisits(fact.visits, zone) : [formatDeadline(fact.deadlineMs, zone)]
}

/**
 * Writes the day of the first visit into a subject, where it has `VISIT_DAY`.
 * @param facts of the same email
 * @param readerZone as for `renderFacts`
 */
export function fillVisitDay(subject: string, facts: readonly Fact[], readerZone: Zone | null): string {
  const when = facts.find((fact) => 'visits' in fact)
  if (!when) return subject
  const firstStartMs = Math.min(...when.visits.map(({ startMs }) => startMs))
  const day = toLocalDate(firstStartMs, readerZone ?? when.zone)
  return subject.replace(VISIT_DAY, formatShortDay(day))
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
