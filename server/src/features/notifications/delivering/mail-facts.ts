import { formatWeekly, groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatAddress, formatVisitChildren } from '@tendwell/contract/bookings/visit-text'
import type { Visit } from '@tendwell/contract/bookings/visits'
import { formatFullDay, formatHours, formatInterval, formatZone } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import type { RequestDetails } from '../../bookings/index.ts'

/** A line of an email's box. Visits are put into words only when it is sent, in the reader's zone. */
export type Fact = { label: string; text: string } | { label: string; visits: Interval[]; zone: Zone }

const VISITS_SHOWN = 6

/**
 * A refund until the provider has sent it, and after.
 * @see docs/rules/money.md#what-both-sides-read-of-refunds
 */
export const ON_ITS_WAY = 'Refund on its way'
export const REFUNDED = 'Refunded'

/** What a booking's email says about money: its price by default, under the label that fits its reader. */
type Amount = { label: string; cents: number }

/**
 * Who, when, where, how long and how much, for one side: a caregiver reads the address only once it is paid.
 * @param amount null leaves money out
 */
export function toVisitFacts(
  request: RequestDetails,
  to: Side,
  amount: Amount | null = { label: 'Total', cents: request.priceCents },
): Fact[] {
  const { caregiverName, caretakerName, visits, timezone, totalHours } = request
  return [
    to === 'caregiver'
      ? { label: 'Family', text: caretakerName }
      : { label: 'Caregiver', text: caregiverName },
    { label: 'When', visits, zone: timezone },
    ...toPlaceFact(request.visitFor[to]),
    { label: 'Length', text: formatHours(totalHours) },
    ...(amount ? [{ label: amount.label, text: formatUsd(amount.cents) }] : []),
  ]
}

function toPlaceFact({ address }: Visit): Fact[] {
  const place = address && formatAddress(address)
  return place ? [{ label: 'Where', text: place }] : []
}

/** The children, with names where the reader may see them, and the family's note. */
export function toAboutFacts({ visitFor, visits, timezone }: RequestDetails, to: Side): Fact[] {
  const { children, note } = visitFor[to]
  const firstDay = toLocalDate(Math.min(...visits.map(({ startMs }) => startMs)), timezone)
  return [
    ...(children.length > 0 ? [{ label: 'Children', text: formatVisitChildren(children, firstDay) }] : []),
    ...(note ? [{ label: 'Note', text: note }] : []),
  ]
}

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
