import type { TimelineEntry } from '@tendwell/contract/console/bookings'
import { usdFromCents } from '@tendwell/contract/money'
import { toStaffReason } from '../money/refund-reason.ts'
import type { BookingRows, BookingVisit } from './rows.ts'

/** What may have happened to a request; `at` is null, or in the future, if it hasn't. */
type Step = {
  at: Date | null
  event: TimelineEntry['event']
  id?: number
  detail?: string | null
  cents?: number
}

/** What happened to a request up to now, oldest first. */
export function toTimeline(rows: BookingRows, now: Date): TimelineEntry[] {
  const { request, visits, payments, refunds, moves, disputes } = rows
  const steps: Step[] = [
    { at: request.submittedAt, event: 'sent' },
    {
      at: request.answeredAt,
      event: request.status === 'rejected' ? 'rejected' : 'accepted',
      detail: request.rejectReason ?? request.rejectionCause,
    },
    ...payments.flatMap((payment): Step[] => [
      { at: payment.paidAt, event: 'paid', id: payment.id, cents: payment.amountCents },
      ...(payment.status === 'failed'
        ? [
            {
              at: payment.updatedAt,
              event: 'payment_failed' as const,
              id: payment.id,
              detail: payment.failureReason,
            },
          ]
        : []),
      { at: payment.releasedAt, event: 'released', id: payment.id },
    ]),
    ...refunds.flatMap((refund): Step[] => {
      const facts = { id: refund.id, detail: toStaffReason(refund.reason), cents: refund.amountCents }
      const sentAt = refund.status === 'succeeded' ? refund.updatedAt : null
      const takenBackAt = refund.status === 'taken_back' ? refund.updatedAt : null
      return [
        { at: refund.createdAt, event: 'refund_requested', ...facts },
        { at: sentAt, event: 'refund_sent', ...facts },
        { at: takenBackAt, event: 'refund_taken_back', ...facts },
      ]
    }),
    ...moves.flatMap((move): Step[] => [
      { at: move.proposedAt, event: 'move_proposed', id: move.id, detail: move.proposedBy },
      { at: move.answeredAt, event: 'move_answered', id: move.id, detail: move.status },
    ]),
    ...visits.map(toVisitStep),
    ...disputes.flatMap((dispute): Step[] => [
      { at: dispute.openedAt, event: 'dispute_opened', id: dispute.id, detail: dispute.type },
      {
        at: dispute.endedAt,
        event: 'dispute_ended',
        id: dispute.id,
        detail: dispute.status,
        cents: dispute.refundCents,
      },
    ]),
  ]
  return steps
    .flatMap(({ at, event, id, detail, cents }) => {
      if (!at || at > now) return []
      const amount = cents === undefined ? null : usdFromCents(cents)
      return { at: at.toISOString(), event, id: id ?? null, detail: detail ?? null, amount_usd: amount }
    })
    .sort((one, other) => one.at.localeCompare(other.at))
}

/** The end of a visit, or its cancellation. */
function toVisitStep({ booking, window }: BookingVisit): Step {
  const { id, canceledAt, canceledBy, refundCents } = booking
  if (!canceledAt) return { at: window.endsAt, event: 'visit_ended', id }
  return { at: canceledAt, event: 'visit_canceled', id, detail: canceledBy, cents: refundCents }
}
