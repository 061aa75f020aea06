import { WALLET_ENTRY_PAGE_SIZE, type WalletCategory, type WalletEntry } from '@tendwell/contract/wallet'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { formatInstant, formatMoney, viewerZone } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useWalletEntriesQuery } from './api.ts'

const categoryWords: Record<WalletCategory, string> = {
  escrow_in: 'Payment received',
  payout_out: 'Payout',
  fee: 'Fee',
  refund_out: 'Refund',
  dispute_hold: 'Dispute hold',
  release: 'Release',
}

/** What each means for her, in a few words. */
const categoryNotes: Record<WalletCategory, string> = {
  escrow_in: 'Pending until the care has been given',
  payout_out: 'Sent to your bank',
  fee: 'Kept by Tendwell',
  refund_out: 'Given back to a family',
  dispute_hold: 'Held while a dispute is open',
  release: 'Yours to withdraw',
}

const everything = 'all'
const kinds = [
  { id: everything, label: 'All activity' },
  { id: 'payment', label: 'Payments' },
  { id: 'payout', label: 'Payouts' },
]

const columns: Column<WalletEntry>[] = [
  { id: 'category', header: 'Activity', cell: (entry) => <Activity entry={entry} />, isTitle: true },
  { id: 'date', header: 'Date', cell: (entry) => formatInstant(entry.created_at) },
  { id: 'amount', header: 'Amount', cell: (entry) => <SignedAmount entry={entry} />, isNumeric: true },
]

/** Of what went out and has come back. */
const returnNotes: Partial<Record<WalletCategory, string>> = {
  payout_out: 'Came back, and is available again',
  dispute_hold: 'The dispute has ended: pending again',
}

function Activity({ entry }: { entry: WalletEntry }) {
  const returned = entry.direction === 'credit' ? returnNotes[entry.category] : undefined
  return (
    <span>
      {categoryWords[entry.category]}
      <span className="block text-13 font-normal text-ink-soft">
        {returned ?? categoryNotes[entry.category]}
      </span>
    </span>
  )
}

function SignedAmount({ entry }: { entry: WalletEntry }) {
  const isCredit = entry.direction === 'credit'
  return (
    <span className={`font-semibold ${isCredit ? 'text-forest' : ''}`}>
      {`${isCredit ? '+' : '−'}${formatMoney(entry.amount)}`}
    </span>
  )
}

/** Every movement of her money, newest first, in pages of 5. */
export function RecentActivity() {
  const [kind, setKind] = useState(everything)
  const [date, setDate] = useState('')
  const isFiltered = kind !== everything || date !== ''
  const { page, setPage, learn } = usePage(WALLET_ENTRY_PAGE_SIZE, `${kind} ${date}`)
  const { data, currentData, error, isLoading, isError, refetch } = useWalletEntriesQuery({
    page,
    ...(kind !== everything && { type: kind }),
    // A day as it is shown: in the viewer's zone, wherever her profile says she works.
    ...(date && { date, timezone: viewerZone() }),
  })
  learn(currentData?.count)

  function clear() {
    setKind(everything)
    setDate('')
  }

  return (
    <Panel
      title="Recent Activity"
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <Select label="Kind" options={kinds} value={kind} onChange={setKind} />
          <DateField label="Date" value={date} onChange={setDate} />
        </div>
      }
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={WALLET_ENTRY_PAGE_SIZE} />}
      error={
        isError &&
        !currentData && {
          title: 'Failed to load activity',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={data?.count === 0 && <NoEntries isFiltered={isFiltered} onClear={clear} />}
    >
      <DataTable
        caption="Recent Activity"
        columns={columns}
        rows={data?.results ?? []}
        rowId={(entry) => entry.id}
      />
      <Pagination
        label="Recent Activity"
        page={page}
        pageSize={WALLET_ENTRY_PAGE_SIZE}
        count={data?.count ?? 0}
        onPage={setPage}
      />
    </Panel>
  )
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No entries yet."
      hint={isFiltered ? 'Nothing matches this filter.' : 'Payments of families appear here as they arrive.'}
      action={
        isFiltered && (
          <Button variant="secondary" onPress={onClear}>
            Clear filter
          </Button>
        )
      }
    />
  )
}
