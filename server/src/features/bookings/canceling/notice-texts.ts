/** Tells both sides that paid bookings were canceled. @see docs/rules/bookings.md#canceling */

import { getReasonLabel, PRIVATE_REASON } from '@tendwell/contract/cancellation/calls'
import { formatUsd } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EventMap } from '../../../events.ts'
import type { Fact, NoticeContent } from '../../notices/index.ts'
import {
  getBookingPath,
  toComingRefund,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'
import { type Offer, toOfferParts } from '../substitutes/offer.ts'

type CanceledEvent = Omit<EventMap['booking.canceled'], 'requestId' | 'bookingIds'> & {
  bookingIds: readonly number[]
}

/** The side that canceled, or for which staff canceled. */
export function getCancelingSide({ cause, canceledFor }: Pick<CanceledEvent, 'cause' | 'canceledFor'>): Side {
  if (cause === 'admin') return canceledFor ?? 'caretaker'
  return cause.startsWith('caregiver') ? 'caregiver' : 'caretaker'
}

/**
 * Tells the family that bookings were canceled.
 * @param request its windows are the canceled ones
 * @param offer other caregivers for these times; null if they need none
 */
export function renderCanceledToFamily(
  request: RequestDetails,
  event: CanceledEvent,
  offer: Offer | null = null,
): NoticeContent {
  const { caregiverName } = request
  const { cause, refundCents, waitingCents, left } = event
  const visits = formatVisits(event, 'your')
  const isByCaregiver = getCancelingSide(event) === 'caregiver'
  const why = {
    family: `You canceled ${visits} with ${caregiverName}.`,
    caregiver: `${caregiverName} had to cancel ${visits}.`,
    admin: isByCaregiver
      ? `We canceled ${visits} with ${caregiverName}${isPrivateReason(event) ? '' : ', who can’t come'}.`
      : `We canceled ${visits} with ${caregiverName}, as you asked.`,
    caregiver_removed: `${caregiverName} is no longer on Tendwell, so we canceled your upcoming visits with them.`,
    family_removed: `Your account was closed, so we canceled your upcoming visits with ${caregiverName}.`,
    caregiver_suspended: `${caregiverName} isn’t available right now, so we canceled ${visits} with them.`,
    family_suspended: `Your account is suspended, so we canceled ${visits} with ${caregiverName}.`,
    payment_taken_back: `Your bank took the payment back, so we canceled ${visits} with ${caregiverName}.`,
  }[cause]
  const offered = offer && toOfferParts(offer)
  return {
    type: 'booking_canceled',
    subject: renderSubject(request, event, 'caretaker'),
    payload: {
      ...toRequestPayload(request),
      status: 'canceled',
      message: `${why} ${describeRefund(event)}${describeVisitsLeft('Your', left)}${offered ? ` ${offered.sentence}` : ''}`,
      ...(offered?.action ?? {
        action_url: getBookingPath(request, 'caretaker'),
        action_text: 'View booking',
      }),
    },
    alsoNamed: offered?.alsoNamed ?? [],
    facts: [
      ...toVisitFacts(
        request,
        'caretaker',
        waitingCents > 0
          ? { label: 'Comes back after the bank’s decision', cents: waitingCents }
          : refundCents > 0
            ? toComingRefund(refundCents)
            : { label: 'Refund', cents: 0 },
      ),
      ...toReasonFacts(event, 'caretaker'),
      ...(offered?.facts ?? []),
    ],
    calendarOf: { requestId: request.requestId },
  }
}

/** The subject of the mail: who canceled, if it was one of the two, and which visits. */
function renderSubject(request: RequestDetails, { cause }: CanceledEvent, to: Side): string {
  const { name, visit, was } = toSubjectWords(request, to)
  if (cause !== 'family' && cause !== 'caregiver') return `Your ${visit} with ${name} ${was} canceled`
  const isOwn = cause === (to === 'caregiver' ? 'caregiver' : 'family')
  return isOwn ? `You canceled your ${visit} with ${name}` : `${name} canceled your ${visit}`
}

/** What the family gets back, and what staff still decide on, in one or two sentences. */
function describeRefund(event: CanceledEvent): string {
  const askedText =
    event.askedCents > 0 &&
    `We’re deciding whether you get another ${formatUsd(event.askedCents)} back, and will tell you.`
  const isNothingDecided = event.refundCents + event.waitingCents + event.takenBackCents === 0
  if (askedText && isNothingDecided) return askedText
  return askedText ? `${describeDecidedRefund(event)} ${askedText}` : describeDecidedRefund(event)
}

/** What is decided so far of the family's refund: what comes from us, from its bank, or nothing, and why. */
function describeDecidedRefund(event: CanceledEvent): string {
  const { cause, refundCents, waitingCents, takenBackCents, keptCents } = event
  if (waitingCents > 0) {
    return `Your bank is deciding about this payment. Once it has decided, you get ${formatUsd(waitingCents)} back, from it or from us.`
  }
  if (takenBackCents > 0) {
    return refundCents > 0
      ? `We’re refunding ${formatUsd(refundCents)} to your card. Your bank has given you the other ${formatUsd(takenBackCents)}.`
      : `Your bank gives you ${formatUsd(takenBackCents)}, so we refund nothing.`
  }
  if (refundCents > 0 && keptCents === 0)
    return `We’re refunding the full ${formatUsd(refundCents)} to your card.`
  if (refundCents > 0) return `We’re refunding ${formatUsd(refundCents)} to your card.`
  return cause === 'admin' || cause === 'payment_taken_back'
    ? 'There is no refund.'
    : 'The cancellation policy gives no refund this close to the start.'
}

/** Tells the caregiver that bookings were canceled. @param request its windows are the canceled ones */
export function renderCanceledToCaregiver(request: RequestDetails, event: CanceledEvent): NoticeContent {
  const { familyName } = request
  const { cause, keptCents, askedCents, left } = event
  const isByCaregiver = getCancelingSide(event) === 'caregiver'
  const visits = formatVisits(event, isByCaregiver ? 'your' : 'their')
  const why = {
    family: `${familyName} canceled ${visits} with you.`,
    caregiver: `You canceled ${visits} with ${familyName}. They get a full refund.`,
    admin: isByCaregiver
      ? `We canceled ${visits} with ${familyName}, as you asked.`
      : `We canceled ${formatVisits(event, 'your')} with ${familyName}${isPrivateReason(event) ? '' : ', as they asked'}.`,
    caregiver_removed: `We canceled your upcoming visits with ${familyName}, because your profile can’t be booked any more. They get a full refund.`,
    family_removed: `${familyName}’s account was closed, so your upcoming visits with them were canceled.`,
    caregiver_suspended: `We canceled ${visits} with ${familyName}, because your account is suspended. They get a full refund.`,
    family_suspended: `We canceled ${formatVisits(event, 'your')} with ${familyName}, who can’t keep ${event.bookingIds.length === 1 ? 'this booking' : 'them'}.`,
    payment_taken_back: `The bank of ${familyName} took the payment back, so we canceled ${visits} with you.`,
  }[cause]
  const nothingText = isByCaregiver ? '' : ' Your hours are free again, and nothing is paid for them.'
  const keptText = keptCents > 0 ? ` You still receive ${formatUsd(keptCents)} of the price.` : nothingText
  const askedText =
    askedCents > 0
      ? ` We’re deciding whether another ${formatUsd(askedCents)} goes back to ${familyName}, which would come from it.`
      : ''
  return {
    type: 'booking_canceled',
    subject: renderSubject(request, event, 'caregiver'),
    payload: {
      ...toRequestPayload(request),
      status: 'canceled',
      message: `${why}${keptText}${askedText}${describeVisitsLeft('The', left)}`,
      action_url: getBookingPath(request, 'caregiver'),
      action_text: 'View booking',
    },
    facts: [
      ...toVisitFacts(
        request,
        'caregiver',
        keptCents > 0 ? { label: 'You receive', cents: keptCents } : null,
      ),
      ...toReasonFacts(event, 'caregiver'),
    ],
    calendarOf: { requestId: request.requestId },
  }
}

/** The canceled visits: `your visit`, `your 3 visits`, or `one of your visits` if others stay booked. */
function formatVisits({ bookingIds, left }: CanceledEvent, whose: 'your' | 'their'): string {
  const count = bookingIds.length
  if (left > 0) return `${count === 1 ? 'one' : count} of ${whose} visits`
  return count === 1 ? `${whose} visit` : `${whose} ${count} visits`
}

/**
 * Whether the reason is a concern about the other side. That side reads neither the reason nor for whom we
 * canceled.
 */
const isPrivateReason = ({ reason }: CanceledEvent) => reason === PRIVATE_REASON

/** A sentence, with a space before it, about the visits that are still ahead; empty if there are none. */
function describeVisitsLeft(whose: 'Your' | 'The', left: number): string {
  if (left === 0) return ''
  return left === 1 ? ` ${whose} other visit is still on.` : ` ${whose} other visits are still on.`
}

/** The reason as a fact of the notice; none if it is a concern about the reader. */
function toReasonFacts(event: CanceledEvent, to: Side): Fact[] {
  const side = getCancelingSide(event)
  if (event.reason === null || (isPrivateReason(event) && side !== to)) return []
  return [{ label: 'Reason', text: getReasonLabel(side, event.reason) }]
}
