import { type AdminPayout, PAYOUT_STEP_LABELS } from '@tendwell/contract/console/money'
import { formatMoney } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Instant } from '../../../ui/instant.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { useAllPayoutsQuery } from './money-api.ts'
import { CancelPayoutButton, RetryButton } from './money-button.tsx'
import { MoneyList, type MoneySort } from './money-list.tsx'
import { listStateOptions, stateColumn } from './step-pill.tsx'

const states = listStateOptions(PAYOUT_STEP_LABELS)

export const payoutColumns: readonly Column<AdminPayout, MoneySort>[] = [
  { id: 'id', header: 'Payout', isTitle: true, cell: ({ id }) => `#${id}` },
  { id: 'caregiver', header: 'Caregiver', cell: ({ caregiver }) => <PersonLink person={caregiver} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    sort: { by: 'amount_usd', kind: 'amount' },
    cell: (row) => formatMoney(row.amount_usd),
  },
  {
    id: 'created',
    header: 'Requested',
    sort: { by: 'created_at', kind: 'date' },
    cell: ({ created_at: at }) => <Instant at={at} />,
  },
  stateColumn(states),
  {
    id: 'actions',
    header: 'Retry or cancel',
    isLabelHidden: true,
    cell: ({ id, step, caregiver, amount_usd: amount, can_cancel: canCancel }) => (
      <span className="flex flex-wrap gap-2">
        {['pending', 'processing', 'returning'].includes(step) && (
          <RetryButton action={`payouts/${id}/retry`} subject={`payout ${id}`} />
        )}
        {canCancel && <CancelPayoutButton id={id} caregiver={caregiver.name} amountUsd={amount} />}
      </span>
    ),
  },
]

/** All payouts. @see docs/rules/console.md#money */
export function PayoutList() {
  return (
    <MoneyList
      title="Payouts"
      noun="payout"
      states={states}
      useListQuery={useAllPayoutsQuery}
      columns={payoutColumns}
    />
  )
}
