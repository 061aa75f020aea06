import { type AdminPayment, PAYMENT_STEP_LABELS } from '@tendwell/contract/console/money'
import { formatMoney } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Instant } from '../../../ui/instant.tsx'
import { BookingLink, PersonLink } from '../lists/record-links.tsx'
import { useAllPaymentsQuery } from './money-api.ts'
import { RetryButton } from './money-button.tsx'
import { leaveOut, MoneyList, type MoneySort } from './money-list.tsx'
import { RefundAction } from './refund-action.tsx'
import { listStateOptions, stateColumn } from './step-pill.tsx'

const states = listStateOptions(PAYMENT_STEP_LABELS)

export const paymentColumns: readonly Column<AdminPayment, MoneySort>[] = [
  { id: 'id', header: 'Payment', isTitle: true, cell: ({ id }) => `#${id}` },
  {
    id: 'booking',
    header: 'Booking',
    cell: (row) => <BookingLink id={row.request_id} label={`#${row.request_id}`} />,
  },
  { id: 'family', header: 'Family', cell: ({ family }) => <PersonLink person={family} /> },
  { id: 'caregiver', header: 'Caregiver', cell: ({ caregiver }) => <PersonLink person={caregiver} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    sort: { by: 'amount_usd', kind: 'amount' },
    cell: (row) => formatMoney(row.amount_usd),
  },
  {
    id: 'refunded',
    header: 'Refunded',
    isNumeric: true,
    cell: describeRefunds,
  },
  {
    id: 'created',
    header: 'Created',
    sort: { by: 'created_at', kind: 'date' },
    cell: ({ created_at: at }) => <Instant at={at} />,
  },
  stateColumn(states),
  { id: 'retry', header: 'Retry', isLabelHidden: true, cell: renderRetry },
]

/** The whole list has room for a refund of each booking, too. */
const listColumns: readonly Column<AdminPayment, MoneySort>[] = [
  ...leaveOut(
    paymentColumns.filter(({ id }) => id !== 'retry'),
    ['refunded', 'created'],
  ),
  {
    id: 'actions',
    header: 'Actions',
    isLabelHidden: true,
    cell: (payment) =>
      payment.can_refund ? (
        <RefundAction
          bookingId={payment.request_id}
          family={payment.family.name}
          caregiver={payment.caregiver.name}
        />
      ) : (
        renderRetry(payment)
      ),
  },
]

/** A checkout that waits for the card has no next step of ours. */
function renderRetry({ id, step }: AdminPayment) {
  return (
    ['captured', 'refunding'].includes(step) && (
      <RetryButton action={`payments/${id}/retry`} subject={`payment ${id}`} />
    )
  )
}

function describeRefunds({ refunded_usd: usd, refund_pending_usd: pending }: AdminPayment) {
  if (pending === 0) return usd > 0 ? formatMoney(usd) : '–'
  return (
    <span className="inline-flex flex-col">
      {usd > 0 && <span>{formatMoney(usd)}</span>}
      <span className="text-13 text-ink-soft">{`${formatMoney(pending)} on its way`}</span>
    </span>
  )
}

/** All payments. @see docs/rules/console.md#money */
export function PaymentList() {
  return (
    <MoneyList
      title="Payments"
      noun="payment"
      states={states}
      useListQuery={useAllPaymentsQuery}
      columns={listColumns}
    />
  )
}
