/** What notices about requests and bookings have in common. */
import { groupWeekly, isWeekly } from '@tendwell/contract/availability/weekly'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { formatAddress, formatVisitChildren } from '@tendwell/contract/bookings/visit-text'
import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import { formatHours } from '@tendwell/contract/format'
import { formatUsd, usdFromCents } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import { type Fact, firstNamePlaceholder, VISIT_DAY } from '../notices/index.ts'
import type { RequestDetails } from './responses.ts'
import { isNight } from './visits/person-queries.ts'

/** The part of a notification's payload that describes the request. */
export function toRequestPayload(request: RequestDetails) {
  return {
    request_id: request.requestId,
    caregiver_name: request.caregiverName,
    caretaker_name: request.familyName,
    timezone: request.timezone,
    windows: request.windows,
    total_hours: request.totalHours,
    total_price_usd: usdFromCents(request.priceCents),
  }
}

/** The path of a family's list of requests without an answer. */
export const WAITING_REQUESTS = `${paths.bookings}?when=waiting`

/** The path of a booking's page for one of its sides. */
export const getBookingPath = ({ requestId }: RequestDetails, to: Side) =>
  to === 'caregiver' ? paths.caregiverBooking(requestId) : paths.booking(requestId)

/** The path of a request without an answer, which stands above the caregiver's others. */
export const toIncomingRequest = ({ requestId }: RequestDetails) =>
  `${paths.incomingRequests}?request=${requestId}`

/**
 * The words with which a mail's subject says which visits it is about: `Dec 15 visit`, or `3 visits from Dec 15`,
 * and the first name of the other person.
 * @param request its visits are those that the mail lists first
 * @param to the side that reads the mail
 */
export function toSubjectWords({ visits, caregiverId, familyId }: RequestDetails, to: Side) {
  const count = mergeAdjacent(visits).length
  const name = firstNamePlaceholder(to === 'caregiver' ? familyId : caregiverId)
  return count === 1
    ? { name, visit: `${VISIT_DAY} visit`, day: VISIT_DAY, is: 'is', was: 'was', stays: 'stays' }
    : {
        name,
        visit: `${count} visits from ${VISIT_DAY}`,
        day: `${count} visits from ${VISIT_DAY}`,
        is: 'are',
        was: 'were',
        stays: 'stay',
      }
}

/**
 * Several visits of a request and their length, as a sentence names them: `3 nights`, `8 weekly visits`, `24 hours in all`.
 * Null for a single visit.
 */
export function toSeriesWords({ visits, timezone, totalHours }: RequestDetails) {
  const merged = mergeAdjacent(visits)
  if (merged.length === 1) return null
  const groups = groupWeekly(merged, timezone)
  const weekly = groups.length === 1 && groups.every(isWeekly) ? 'weekly ' : ''
  const unit = merged.every((visit) => isNight(visit, timezone)) ? 'nights' : 'visits'
  return { visits: `${merged.length} ${weekly}${unit}`, length: `${formatHours(totalHours)} in all` }
}

/** The second button of a mail: a message to the other person. */
export const toChatAction = (
  { caregiverId, familyId }: { caregiverId: number; familyId: number },
  to: Side,
): { label: string; path: string } =>
  to === 'caregiver'
    ? { label: `Message ${firstNamePlaceholder(familyId)}`, path: `${paths.chat}?caretakerId=${familyId}` }
    : {
        label: `Message ${firstNamePlaceholder(caregiverId)}`,
        path: `${paths.chat}?caregiverId=${caregiverId}`,
      }

/** Until when a request can be answered and paid: its first start. */
export function toDeadlineFact(label: string, { visits, timezone }: RequestDetails): Fact {
  return { label, deadlineMs: Math.min(...visits.map(({ startMs }) => startMs)), zone: timezone }
}

/** An amount and the label under which a notice shows it, with a line below it. */
type Amount = { label: string; cents: number; note?: string }

/**
 * A refund to the family's card that is on its way, as the family reads it.
 * @see docs/rules/money.md#what-both-sides-read-of-refunds
 */
export const toComingRefund = (cents: number): Amount => ({
  label: 'Refund on its way',
  cents,
  note: 'It can take your bank 5 to 10 days to show it.',
})

/** A refund that the family has, as it reads it. */
export const toMadeRefund = (cents: number): Amount => ({ label: 'Refunded', cents })

/** A refund to the family as the caregiver reads it, who doesn't get it. */
export const toRefundOfFamily = ({ familyId }: { familyId: number }, cents: number): Amount => ({
  label: `Refund to ${firstNamePlaceholder(familyId)}`,
  cents,
})

/** An amount as a fact. */
export const toAmountFact = ({ label, cents, note }: Amount): Fact => ({
  label,
  text: [formatUsd(cents), ...(note ? [note] : [])].join('\n'),
})

/**
 * The facts of a notice about visits, for one side: the other person, when, where, how long, and an amount. A
 * caregiver reads the address only once the request is paid.
 * @param amount the price by default; null leaves money out
 */
export function toVisitFacts(
  request: RequestDetails,
  to: Side,
  amount: Amount | null = { label: 'Total', cents: request.priceCents },
): Fact[] {
  const { caregiverName, familyName, visits, timezone, totalHours } = request
  return [
    to === 'caregiver' ? { label: 'Family', text: familyName } : { label: 'Caregiver', text: caregiverName },
    { label: 'When', visits, zone: timezone },
    ...toPlaceFact(request.visitDetailsFor[to]),
    { label: 'Length', text: formatHours(totalHours) },
    ...(amount ? [toAmountFact(amount)] : []),
  ]
}

/** The address as a fact, as far as the reader may see it; none without one. */
function toPlaceFact({ address }: VisitDetails): Fact[] {
  const place = address && formatAddress(address)
  return place ? [{ label: 'Where', text: place }] : []
}

/** The facts about the care: the children, with names if this side may see them, and the family's note. */
export function toCareFacts({ visitDetailsFor, visits, timezone }: RequestDetails, to: Side): Fact[] {
  const { children, note } = visitDetailsFor[to]
  const firstDay = toLocalDate(Math.min(...visits.map(({ startMs }) => startMs)), timezone)
  return [
    ...(children.length > 0 ? [{ label: 'Children', text: formatVisitChildren(children, firstDay) }] : []),
    ...(note ? [{ label: 'Note', text: note }] : []),
  ]
}
