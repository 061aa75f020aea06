import { PAYOUT_PAGE_SIZE, PAYOUT_STATUSES, type Payout } from '@tendwell/contract/payments/wallet'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { formatMoney } from '../../lib/format/format.ts'
import { getStatusLook } from '../../shared/statuses/status-map.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { hasOneEnded, isPending, listPendingPayouts, type PendingPayouts } from './pending-payouts.ts'
import { StackedDateTime } from './stacked-date-time.tsx'
import { refreshWallet, usePayoutsQuery } from './wallet-api.ts'

const title = 'Payout Requests'
const pageKey = 'payouts_page'
const all = 'all'
const statuses = [
  { id: all, label: 'All statuses' },
  ...PAYOUT_STATUSES.map((status) => ({ id: status, label: getStatusLook(status).word })),
]
/** How often the list is refetched while a payout is in progress. */
const followMs = 5_000

const columns: Column<Payout>[] = [
  {
    id: 'amount',
    header: 'Amount',
    isTitle: true,
    cell: (payout) => <span className="tabular">{formatMoney(payout.amount)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (payout) => (
      <span className="inline-flex flex-col gap-1 max-md:items-end">
        <span className="flex">
          <StatusPill status={payout.status} />
        </span>
        {payout.failure_reason && (
          <span className="max-w-60 text-13 text-ink-soft">{payout.failure_reason}</span>
        )}
      </span>
    ),
  },
  {
    id: 'payout-id',
    header: 'Payout ID',
    cell: ({ provider_payout_id: id }) =>
      id ? (
        <CopyId id={id} label="payout ID" copied="Payout ID copied!" />
      ) : (
        <span className="text-ink-soft">Not yet</span>
      ),
  },
  { id: 'date', header: 'Requested', cell: (payout) => <StackedDateTime at={payout.created_at} /> },
]

function readFilters(params: URLSearchParams) {
  return { payout_status: PAYOUT_STATUSES.find((status) => status === params.get('payout_status')) ?? '' }
}

function usePayoutList(status: string) {
  const [isFollowing, setFollowing] = useState(false)
  const list = usePagedQuery(usePayoutsQuery, status ? { status } : {}, {
    pageSize: PAYOUT_PAGE_SIZE,
    pageKey,
    pollingInterval: isFollowing ? followMs : 0,
    skipPollingIfUnfocused: true,
  })
  // The previous rows are of another page or status.
  const rows = list.isTurning ? undefined : list.rows
  useEffect(() => setFollowing(rows?.some(isPending) ?? false), [rows])

  // The balance may have changed when a payout has ended.
  const dispatch = useDispatch()
  const last = useRef<PendingPayouts>({ filter: '', ids: [] })
  useEffect(() => {
    if (!rows) return
    const before = last.current
    last.current = listPendingPayouts(status, rows)
    if (hasOneEnded(before, last.current)) dispatch(refreshWallet())
  }, [rows, status, dispatch])
  return list
}

/** The caregiver's withdrawals, newest first. */
export function PayoutRequests() {
  const { filters, change } = useUrlFilters(readFilters, pageKey)
  const status = filters.payout_status
  const list = usePayoutList(status)
  return (
    <ListPanel
      title={title}
      actions={
        <Select
          label="Status"
          options={statuses}
          value={status || all}
          onChange={(id) => change({ payout_status: id === all ? '' : id })}
        />
      }
      label={title}
      list={list}
      failure="Failed to load payouts"
      empty={<NoPayouts isFiltered={status !== ''} onClear={() => change({ payout_status: '' })} />}
    >
      {(payouts) => (
        <DataTable caption={title} columns={columns} rows={payouts} rowId={(payout) => payout.id} />
      )}
    </ListPanel>
  )
}

function NoPayouts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No payout requests yet."
      hint={
        isFiltered ? 'No payouts have this status.' : 'Track your withdrawals here on their way to your bank.'
      }
      action={
        isFiltered && (
          <Button variant="secondary" onPress={onClear}>
            Show all
          </Button>
        )
      }
    />
  )
}
