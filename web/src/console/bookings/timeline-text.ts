import { REJECT_REASON_TEXTS } from '@tendwell/contract/bookings/reject-reasons'
import type { BookingRecord, TimelineEntry, TimelineEvent } from '@tendwell/contract/console/bookings'
import { DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import { formatMoney } from '../../lib/format/format.ts'
import { describeCanceling } from '../common/records/canceling-text.ts'

type Describe = (entry: TimelineEntry, windows: BookingRecord['windows']) => string

const sides: Record<string, string> = { caretaker: 'the family', caregiver: 'the caregiver' }

const rejections: Record<string, string> = {
  caregiver: 'Declined by the caregiver',
  conflict: 'Closed: another family booked these hours',
  expired: 'Expired before it was paid',
  unavailable: 'Closed: the caregiver was no longer available',
  withdrawn: 'Withdrawn',
}

/** The reason that a caregiver gave, or else why it was rejected. */
function describeRejection(detail: string): string {
  const reason = Object.entries(REJECT_REASON_TEXTS).find(([value]) => value === detail)?.[1]
  if (reason) return `${rejections.caregiver}: ${reason.toFamily}`
  return rejections[detail] ?? 'Rejected'
}

const moveAnswers: Record<string, string> = {
  accepted: 'Move accepted',
  declined: 'Move declined',
  withdrawn: 'Move withdrawn',
  expired: 'Move expired without an answer',
  unavailable: 'Move ended: the times were no longer available',
}

const money = (usd: number | null) => formatMoney(usd ?? 0)
const typeOf = (value: string | null) => DISPUTE_TYPES.find((type) => type.value === value)?.label ?? ''

const descriptions: Record<TimelineEvent, Describe> = {
  sent: () => 'Request sent',
  accepted: () => 'Accepted by the caregiver',
  rejected: ({ detail }) => describeRejection(detail ?? ''),
  payment_failed: ({ id, detail }) => `Payment #${id} failed${detail ? `: ${detail}` : ''}`,
  paid: ({ id, amount_usd: usd }) => `${money(usd)} paid (payment #${id})`,
  move_proposed: ({ detail }) => `New times proposed by ${sides[detail ?? '']}`,
  move_answered: ({ detail }) => moveAnswers[detail ?? ''] ?? 'Move answered',
  visit_canceled: ({ id, amount_usd: usd }, windows) => {
    const canceled = windows.find(({ booking_id }) => booking_id === id)
    return `Visit canceled ${canceled ? describeCanceling(canceled) : ''}, ${usd ? `${money(usd)} to refund` : 'without a refund'}`
  },
  visit_ended: () => 'Visit ended',
  refund_requested: ({ detail, amount_usd: usd }) => `Refund of ${money(usd)} requested: ${detail}`,
  refund_sent: ({ amount_usd: usd }) => `Refund of ${money(usd)} sent`,
  refund_taken_back: ({ amount_usd: usd }) =>
    `The family’s bank gave ${money(usd)} of the refund back itself`,
  dispute_opened: ({ id, detail }) => `Dispute DPT-${id} opened: ${typeOf(detail)}`,
  dispute_ended: ({ id, detail, amount_usd: usd }) =>
    `Dispute DPT-${id} ${detail}${usd ? `, ${money(usd)} to refund` : ''}`,
  released: () => 'Money released to the caregiver',
}

/** When it happened, and what, in one line. */
export function toStep(
  entry: TimelineEntry,
  windows: BookingRecord['windows'],
): { at: string; text: string } {
  return { at: entry.at, text: descriptions[entry.event](entry, windows) }
}
