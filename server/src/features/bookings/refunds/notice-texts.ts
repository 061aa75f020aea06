import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { EventMap } from '../../../events.ts'
import { type NoticeContent, namePlaceholder } from '../../notices/index.ts'
import { renderMoneyAlert } from '../../payments/index.ts'
import {
  toComingRefund,
  toMadeRefund,
  toRefundOfFamily,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Tells one of the two sides that staff refunded some of their booking.
 * @see docs/rules/money.md#refunds-by-staff
 */
export function renderRefundMade(
  request: RequestDetails,
  refund: EventMap['refund.made'],
  to: Side,
): NoticeContent {
  return renderRefund(request, to, {
    message: to === 'caregiver' ? toCaregiverMessage(request, refund) : toFamilyMessage(request, refund),
    amountCents: refund.amountCents,
    reason: refund.reason,
    isSent: refund.reference !== null,
  })
}

/** What the family reads. A refund with a reference was paid another way than to the card. */
function toFamilyMessage(
  { caregiverName }: RequestDetails,
  { amountCents, reference }: EventMap['refund.made'],
): string {
  const amount = formatUsd(amountCents)
  return reference === null
    ? `We’re refunding ${amount} for care by ${caregiverName} to your card.`
    : `We paid ${amount} for care by ${caregiverName} back to you, not to your card. The reference is ${reference}.`
}

/** What the caregiver reads, with how much of the refund comes out of their wallet. */
function toCaregiverMessage(
  { familyName }: RequestDetails,
  { amountCents, fromCaregiverCents, reference }: EventMap['refund.made'],
): string {
  const amount = formatUsd(amountCents)
  const refundText =
    reference === null
      ? `We’re refunding ${amount} of this booking to ${familyName}.`
      : `We paid ${amount} of this booking back to ${familyName}.`
  if (fromCaregiverCents === 0) return `${refundText} It doesn’t change what you earn.`
  const sourceText =
    fromCaregiverCents === amountCents ? 'It comes' : `${formatUsd(fromCaregiverCents)} of it comes`
  return `${refundText} ${sourceText} out of your wallet.`
}

/** Tells the family that a refund that the card didn't take was paid another way. */
export function renderPaidAnotherWay(
  request: RequestDetails,
  { amountCents, reference }: { amountCents: number; reference: string },
): NoticeContent {
  return renderRefund(request, 'caretaker', {
    message: `Your card didn’t take our refund of ${formatUsd(amountCents)}, so we paid it another way. The reference is ${reference}.`,
    amountCents,
    reason: null,
    isSent: true,
  })
}

/** Tells the family that its bank has paid what we were refunding. */
export function renderRefundTakenBack(request: RequestDetails, amountCents: number): NoticeContent {
  const amount = formatUsd(amountCents)
  const content = renderRefund(request, 'caretaker', {
    message: `Your bank has given you ${amount} of our refund for care by ${request.caregiverName} itself, so we don’t send that to your card.`,
    amountCents,
    reason: null,
    isSent: true,
  })
  return { ...content, subject: `Your bank gave you ${amount} back` }
}

/** The content of a notice about a refund. `isSent` says whether the money has been paid back already. */
function renderRefund(
  request: RequestDetails,
  to: Side,
  {
    message,
    amountCents,
    reason,
    isSent,
  }: { message: string; amountCents: number; reason: string | null; isSent: boolean },
): NoticeContent {
  const path = to === 'caregiver' ? paths.caregiverBookings : paths.bookings
  const { name, visit } = toSubjectWords(request, to)
  const amount = formatUsd(amountCents)
  return {
    type: 'refund',
    subject:
      to === 'caregiver'
        ? `Refund of ${amount} to ${name} for your ${visit}`
        : `Your refund of ${amount} for your ${visit} with ${name}`,
    payload: {
      request_id: request.requestId,
      caretaker_name: request.familyName,
      caregiver_name: request.caregiverName,
      message,
      ...(reason && { quote: reason }),
      action_url: `${path}/${request.requestId}`,
      action_text: 'View booking',
    },
    facts: [
      ...toVisitFacts(
        request,
        to,
        to === 'caregiver'
          ? toRefundOfFamily(request, amountCents)
          : isSent
            ? toMadeRefund(amountCents)
            : toComingRefund(amountCents),
      ),
      ...(reason ? [{ label: 'Reason', text: reason }] : []),
    ],
  }
}

type WaitingRefund = { requestId: number; amountCents: number }

/** Tells finance that support asks for a refund that they may not make alone. */
export function renderRefundWaiting({ requestId, amountCents }: WaitingRefund): NoticeContent {
  return renderMoneyAlert(
    `A refund of booking #${requestId} waits for approval`,
    `A refund of ${formatUsd(amountCents)} of booking #${requestId} waits until finance or an admin approves it.`,
    { path: paths.adminBooking(requestId), text: 'Open booking' },
  )
}

/**
 * Tells the staff member who asked for a refund how it was decided.
 * @param deciderId the staff member who decided; null if the family ended it by closing its dispute
 */
export function renderRefundDecided(
  { requestId, amountCents, decision, reason }: EventMap['refund.decided'],
  deciderId: number | null,
): NoticeContent {
  const decidedBy =
    deciderId === null ? ', because the family closed its dispute' : ` by ${namePlaceholder(deciderId)}`
  const alert = renderMoneyAlert(
    `The refund of booking #${requestId} that you asked for was ${decision}`,
    `The refund of ${formatUsd(amountCents)} of booking #${requestId} that you asked for was ${decision}${decidedBy}.`,
    { path: paths.adminBooking(requestId), text: 'Open booking' },
  )
  return {
    ...alert,
    payload: { ...alert.payload, ...(reason && { quote: reason }) },
    ...(deciderId !== null && { alsoNamed: [deciderId] }),
    ...(reason && { facts: [{ label: 'Reason', text: reason }] }),
  }
}
