import type { BookingRecord } from '@tendwell/contract/console/bookings'
import { REFUND_STEP_LABELS } from '@tendwell/contract/console/money'
import { centsFromUsd } from '@tendwell/contract/money'
import { formatInstant, formatMoney } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RetryNote } from '../../ui/retry-note.tsx'
import { useRefundOptionsQuery } from '../common/money/refunds-api.ts'
import { WaitingRefundRow } from '../common/money/waiting-refunds.tsx'
import { polling } from '../common/polling.ts'
import { RefundPill } from '../common/records/refund-pill.tsx'

/** What was paid, where it is now, and what went back. */
export function BookingMoney({ booking }: { booking: BookingRecord }) {
  const { payments, refunds } = booking
  return (
    <Panel title="Money">
      <DescriptionList
        items={[
          { term: 'Hourly rate', value: formatMoney(booking.hourly_rate_snapshot_usd) },
          { term: 'Service fee', value: formatMoney(booking.service_fee_usd) },
          { term: 'Total', value: formatMoney(booking.total_price_usd), isTotal: true },
        ]}
      />
      {payments.length === 0 && <p className="mt-4 text-ink-soft">No payment yet.</p>}
      {payments.map((payment) => (
        <section
          key={payment.id}
          aria-label={`Payment #${payment.id}`}
          className="mt-5 border-t border-line pt-5"
        >
          <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">Payment #{payment.id}</h3>
            <PaymentState payment={payment} />
          </header>
          {payment.failure_reason && <p className="mb-3 text-clay">{payment.failure_reason}</p>}
          <DescriptionList items={listPaymentFacts(payment)} />
        </section>
      ))}
      {refunds.map((refund) => (
        <section
          key={refund.id}
          aria-label={`Refund #${refund.id}`}
          className="mt-5 border-t border-line pt-5"
        >
          <header className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-semibold">
              Refund #{refund.id}: {formatMoney(refund.amount_usd)}
            </h3>
            <RefundPill status={refund.status} />
          </header>
          <p className="mt-1 text-13 text-ink-soft">
            {refund.reason} · {formatInstant(refund.created_at)}
          </p>
          {refund.reference && <p className="mt-1">{`Paid another way: ${refund.reference}`}</p>}
          {refund.failure_reason && <p className="mt-1 text-clay">{refund.failure_reason}</p>}
        </section>
      ))}
      {booking.is_paid && <WaitingRefundOf booking={booking} />}
    </Panel>
  )
}

/** The refund of a booking that waits for finance or an admin; nothing without one. */
function WaitingRefundOf({ booking }: { booking: BookingRecord }) {
  const query = useRefundOptionsQuery(booking.id, polling)
  const { currentData: data, error } = query
  const mayDecide = useSession().user?.staff_role !== 'support'
  if (!data && error)
    return <RetryNote query={query} failure="Failed to load what can be refunded" className="mt-5" />
  if (!data?.waiting) return null
  return (
    <section aria-label="Refund to approve" className="mt-5 border-t border-line pt-5">
      <h3 className="mb-2 font-semibold">Refund to approve</h3>
      <WaitingRefundRow refund={data.waiting} mayDecide={mayDecide} />
    </section>
  )
}

/** How far a payment is, or the refund of all that is left of it. */
function PaymentState({ payment }: { payment: BookingRecord['payments'][number] }) {
  const { amount_usd: paid, refunded_usd: refunded, refund_pending_usd: pending, status } = payment
  const isRefunding = pending > 0 && centsFromUsd(refunded) + centsFromUsd(pending) === centsFromUsd(paid)
  return isRefunding ? (
    <StatusPill status="processing" word={REFUND_STEP_LABELS.pending} />
  ) : (
    <StatusPill status={status === 'pending' ? 'processing' : status} />
  )
}

function listPaymentFacts(payment: BookingRecord['payments'][number]) {
  const { paid_at: paidAt } = payment
  const parts = [
    { term: 'Tendwell’s fee', usd: payment.fee_usd },
    { term: 'Refunded', usd: payment.refunded_usd },
    { term: 'Refund on its way', usd: payment.refund_pending_usd },
    { term: 'Held until release', usd: payment.escrow_usd },
    { term: 'On hold for a dispute', usd: payment.held_usd },
  ]
  return [
    { term: paidAt ? 'Paid' : 'Opened', value: formatInstant(paidAt ?? payment.created_at) },
    { term: 'Amount', value: formatMoney(payment.amount_usd) },
    ...parts.flatMap(({ term, usd }) => (usd ? [{ term, value: formatMoney(usd) }] : [])),
  ]
}
