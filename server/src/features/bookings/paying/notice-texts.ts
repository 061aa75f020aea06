import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { formatUtc } from '../../../platform/utc-text.ts'
import type { NoticeContent } from '../../notices/index.ts'
import {
  getBookingPath,
  toAmountFact,
  toCareFacts,
  toComingRefund,
  toRequestPayload,
  toSeriesWords,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Tells one of the two sides that the booking is paid.
 * @param payeeCents what the caregiver receives of it
 */
export function renderBookingConfirmed(
  request: RequestDetails,
  to: Side,
  payeeCents = request.priceCents,
): NoticeContent {
  const amount = formatUsd(request.priceCents)
  const series = toSeriesWords(request)
  const confirmed = series
    ? `Your ${series.visits} are confirmed, ${series.length}.`
    : `Your ${request.totalHours}-hour booking is confirmed.`
  const { name, visit, is } = toSubjectWords(request, to)
  return {
    type: 'booking_confirmed',
    subject: `Your ${visit} with ${name} ${is} confirmed`,
    payload: {
      ...toRequestPayload(request),
      status: 'confirmed',
      message:
        to === 'caregiver'
          ? `${request.familyName} paid ${amount}. ${confirmed} You receive ${formatUsd(payeeCents)}.`
          : `We received your payment of ${amount}. Your booking with ${request.caregiverName} is confirmed.`,
      action_url: getBookingPath(request, to),
      action_text: 'View booking',
    },
    facts: [
      ...toVisitFacts(request, to, {
        label: to === 'caregiver' ? 'Price' : 'Paid',
        cents: request.priceCents,
      }),
      ...(to === 'caregiver' ? [toAmountFact({ label: 'You receive', cents: payeeCents })] : []),
      ...toCareFacts(request, to),
      ...(to === 'caretaker'
        ? [{ label: 'If you cancel', text: POLICY_TEXTS[request.cancellationPolicy].text }]
        : []),
    ],
    calendarOf: { requestId: request.requestId },
  }
}

/** Where a chargeback is: the bank opened it, or decided for us (`won`) or for the family (`lost`). */
export type ChargebackStep = 'opened' | 'won' | 'lost'

/** The subject by the visits and the other person's first name. */
const SUBJECTS: Record<ChargebackStep, (about: string, to: Side) => string> = {
  opened: (about, to) => `${to === 'caregiver' ? 'A bank' : 'Your bank'} disputes the payment for ${about}`,
  won: (about) => `The bank has decided: the payment for ${about} stays`,
  lost: (about) => `The bank has decided: the payment for ${about} goes back`,
}

/** Tells one of the two sides what the family's bank does about the payment of their booking. */
export function renderChargeback(
  request: RequestDetails,
  { step, amountCents }: { step: ChargebackStep; amountCents: number },
  to: Side,
): NoticeContent {
  const path = to === 'caregiver' ? paths.caregiverBookings : paths.bookings
  const { name, visit } = toSubjectWords(request, to)
  return {
    type: 'chargeback',
    subject: SUBJECTS[step](`your ${visit} with ${name}`, to),
    payload: {
      request_id: request.requestId,
      caretaker_name: request.familyName,
      caregiver_name: request.caregiverName,
      message: renderChargebackMessage(request, step, formatUsd(amountCents), to),
      action_url: `${path}/${request.requestId}`,
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, to, { label: 'Disputed', cents: amountCents }),
  }
}

/** What a side reads about a step of a chargeback. @param amount in words, such as `$90.00` */
function renderChargebackMessage(
  request: RequestDetails,
  step: ChargebackStep,
  amount: string,
  to: Side,
): string {
  const { familyName, caregiverName } = request
  if (to === 'caregiver') {
    return {
      opened: `The bank of ${familyName} disputes its payment of ${amount} for your booking. We hold what you still have of it until the bank has decided.`,
      won: `The bank has decided that the payment of ${familyName} stays. We no longer hold it for the bank.`,
      lost: `The bank has decided to give ${amount} back to ${familyName}. What we held of it is no longer in your wallet.`,
    }[step]
  }
  return {
    opened: `Your bank told us that you dispute the payment of ${amount} for care by ${caregiverName}. Until it has decided, you can’t pay for another booking. If you didn’t mean to dispute it, call your bank and contact support.`,
    won: `Your bank has decided that the payment for care by ${caregiverName} stays.`,
    lost: `Your bank has decided to give you back ${amount} of the payment for care by ${caregiverName}. It sends the money. To pay for another booking, please contact support first.`,
  }[step]
}

/**
 * Tells the family that its bank has decided, and that the refund of visits canceled meanwhile is on its way.
 */
export function renderChargebackRefund(request: RequestDetails, refundCents: number): NoticeContent {
  const { name } = toSubjectWords(request, 'caretaker')
  return {
    type: 'chargeback',
    subject: `We’re refunding your canceled visits with ${name}`,
    payload: {
      request_id: request.requestId,
      caretaker_name: request.familyName,
      caregiver_name: request.caregiverName,
      message: `Your bank has decided about the payment for care by ${request.caregiverName}, so we’re refunding ${formatUsd(refundCents)} to your card for visits that were canceled meanwhile.`,
      action_url: paths.booking(request.requestId),
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, 'caretaker', toComingRefund(refundCents)),
  }
}

/** Tells finance about a new chargeback, and until when the bank takes evidence. */
export function renderChargebackAlert(
  { id, requestId }: { id: number; requestId: number },
  evidenceDueAt: Date | null,
): NoticeContent {
  const deadline = evidenceDueAt ? ` Evidence is due by ${formatUtc(evidenceDueAt)}.` : ''
  return {
    type: 'money_alert',
    subject: `Chargeback #${id}: a bank disputes the payment of booking #${requestId}`,
    payload: {
      message: `The bank of a family disputes the payment of booking #${requestId} (chargeback #${id}).${deadline}`,
      action_url: paths.adminPayments,
      action_text: 'Open chargebacks',
    },
  }
}
