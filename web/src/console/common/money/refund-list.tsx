import { type AdminRefund, REFUND_STEP_LABELS } from '@tendwell/contract/console/money'
import { formatMoney } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Instant } from '../../../ui/instant.tsx'
import { BookingLink, PersonLink } from '../lists/record-links.tsx'
import { useAllRefundsQuery } from './money-api.ts'
import { RetryButton } from './money-button.tsx'
import { leaveOut, MoneyList, type MoneySort } from './money-list.tsx'
import { PaidAnotherWay } from './paid-another-way.tsx'
import { listStateOptions, stateColumn } from './step-pill.tsx'

const states = listStateOptions(REFUND_STEP_LABELS)

export const refundColumns: readonly Column<AdminRefund, MoneySort>[] = [
  { id: 'id', header: 'Refund', isTitle: true, cell: ({ id }) => `#${id}` },
  { id: 'payment', header: 'Payment', cell: ({ payment_id: id }) => `#${id}` },
  {
    id: 'booking',
    header: 'Booking',
    cell: (row) => <BookingLink id={row.request_id} label={`#${row.request_id}`} />,
  },
  { id: 'family', header: 'Family', cell: ({ family }) => <PersonLink person={family} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    sort: { by: 'amount_usd', kind: 'amount' },
    cell: (row) => formatMoney(row.amount_usd),
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason, reference }) => (
      <>
        {reason}
        {reference && <span className="block text-13 text-ink-soft">{`Paid another way: ${reference}`}</span>}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Requested',
    sort: { by: 'created_at', kind: 'date' },
    cell: ({ created_at: at }) => <Instant at={at} />,
  },
  stateColumn(states),
  {
    id: 'retry',
    header: 'Retry',
    isLabelHidden: true,
    cell: (refund) =>
      (refund.step === 'pending' || refund.step === 'failed') && (
        <span className="flex flex-wrap gap-2">
          <RetryButton action={`refunds/${refund.id}/retry`} subject={`refund ${refund.id}`} />
          {refund.refusals > 0 && <PaidAnotherWay refund={refund} />}
        </span>
      ),
  },
]

const listColumns = leaveOut(refundColumns, ['payment'])

/** All refunds. @see docs/rules/console.md#money */
export function RefundList() {
  return (
    <MoneyList
      title="Refunds"
      noun="refund"
      states={states}
      useListQuery={useAllRefundsQuery}
      columns={listColumns}
    />
  )
}
