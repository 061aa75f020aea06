import { PAYOUT_PAGE_SIZE, PAYOUT_STATUSES, type Payout } from '@tendwell/contract/wallet'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { messageOf } from '../../lib/errors.ts'
import { formatInstant, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { lookOf } from '../../ui/status-map.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { usePage } from '../../ui/use-page.ts'
import { refreshWallet, usePayoutsQuery } from './api.ts'
import { hasOneEnded, isUnderWay, type UnderWay, underWayIn } from './under-way.ts'

const everything = 'all'
const statuses = [
  { id: everything, label: 'All statuses' },
  ...PAYOUT_STATUSES.map((status) => ({ id: status, label: lookOf(status).word })),
]
/** While one is on its way the list follows it. */
const followMs = 5_000

/** A status that this app does not know is shown as canceled. */
function shownStatus({ status }: Payout): Payout['status'] {
  return PAYOUT_STATUSES.includes(status) ? status : 'canceled'
}

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
          <StatusPill status={shownStatus(payout)} />
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
  { id: 'date', header: 'Requested', cell: (payout) => formatInstant(payout.created_at) },
]

function usePayoutList(page: number, status: string) {
  const [isFollowing, setFollowing] = useState(false)
  const query = usePayoutsQuery(
    { page, ...(status !== everything && { status }) },
    { pollingInterval: isFollowing ? followMs : 0, skipPollingIfUnfocused: true },
  )
  const rows = query.currentData?.results
  useEffect(() => setFollowing(rows?.some(isUnderWay) ?? false), [rows])

  // When one of those that were on their way has come to its end, the balance may have changed with it.
  const dispatch = useDispatch()
  const moving = useRef<UnderWay>({ filter: everything, ids: [] })
  useEffect(() => {
    // What another page or filter holds is not known at once.
    if (!rows) return
    const before = moving.current
    moving.current = underWayIn(status, rows)
    if (hasOneEnded(before, moving.current)) dispatch(refreshWallet())
  }, [rows, status, dispatch])
  return query
}

/** Her withdrawals, newest first, in pages of 2. */
export function PayoutRequests() {
  const [status, setStatus] = useState(everything)
  const { page, setPage, learn } = usePage(PAYOUT_PAGE_SIZE, status)
  const { data, currentData, error, isLoading, isError, refetch } = usePayoutList(page, status)
  learn(currentData?.count)

  return (
    <Panel
      title="Payout Requests"
      actions={<Select label="Status" options={statuses} value={status} onChange={setStatus} />}
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={PAYOUT_PAGE_SIZE} />}
      error={
        isError &&
        !currentData && {
          title: 'Failed to load payouts',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={
        data?.count === 0 && (
          <NoPayouts isFiltered={status !== everything} onClear={() => setStatus(everything)} />
        )
      }
    >
      <DataTable
        caption="Payout Requests"
        columns={columns}
        rows={data?.results ?? []}
        rowId={(payout) => payout.id}
      />
      <Pagination
        label="Payout Requests"
        page={page}
        pageSize={PAYOUT_PAGE_SIZE}
        count={data?.count ?? 0}
        onPage={setPage}
      />
    </Panel>
  )
}

function NoPayouts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No payout requests yet."
      hint={isFiltered ? 'None has this status.' : 'What you withdraw stands here until it is at your bank.'}
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
