import { WALLET_ENTRY_PAGE_SIZE, type WalletEntry } from '@tendwell/contract/payments/wallet'
import { localDateSchema } from '@tendwell/contract/wire'
import { Link } from 'react-router'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { getBrowserZone } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { describeActivity, describeBooking, describeCategory } from './entry-words.ts'
import { SignedAmount } from './signed-amount.tsx'
import { StackedDateTime } from './stacked-date-time.tsx'
import { useWalletEntriesQuery } from './wallet-api.ts'

const title = 'Recent Activity'
const pageKey = 'activity_page'
const all = 'all'
const kinds = [
  { id: all, label: 'All activity' },
  { id: 'payment', label: 'Payments' },
  { id: 'payout', label: 'Payouts' },
]

const columns: Column<WalletEntry>[] = [
  { id: 'category', header: 'Activity', cell: (entry) => <Activity entry={entry} />, isTitle: true },
  { id: 'date', header: 'Date', cell: (entry) => <StackedDateTime at={entry.created_at} /> },
  { id: 'amount', header: 'Amount', cell: (entry) => <SignedAmount entry={entry} />, isNumeric: true },
]

function Activity({ entry }: { entry: WalletEntry }) {
  const { booking } = entry
  return (
    <span>
      {describeCategory(entry)}
      {booking && (
        <Link to={paths.caregiverBooking(booking.request_id)} className="text-link block font-normal">
          {describeBooking(booking)}
        </Link>
      )}
      <span className="block text-13 font-normal text-ink-soft">{describeActivity(entry)}</span>
    </span>
  )
}

function readFilters(params: URLSearchParams) {
  const type = kinds.find(({ id }) => id === params.get('activity'))?.id ?? all
  return { activity: type === all ? '' : type, activity_date: params.get('activity_date') ?? '' }
}

/** Every movement of the caregiver's money, newest first. */
export function RecentActivity() {
  const { filters, change } = useUrlFilters(readFilters, pageKey)
  const { activity: type, activity_date: typed } = filters
  // A year that is still being typed makes a date that the server rejects.
  const { data: date } = localDateSchema.safeParse(typed)
  const list = usePagedQuery(
    useWalletEntriesQuery,
    // A day of the viewer's zone, whatever the caregiver's zone is.
    { ...(type && { type }), ...(date && { date, timezone: getBrowserZone() }) },
    { pageSize: WALLET_ENTRY_PAGE_SIZE, pageKey },
  )
  return (
    <ListPanel
      title={title}
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Kind"
            options={kinds}
            value={type || all}
            onChange={(id) => change({ activity: id === all ? '' : id })}
          />
          <DateField label="Date" value={typed} onChange={(day) => change({ activity_date: day })} />
        </div>
      }
      label={title}
      list={list}
      failure="Failed to load activity"
      empty={
        <NoEntries
          isFiltered={type !== '' || date !== undefined}
          onClear={() => change({ activity: '', activity_date: '' })}
        />
      }
    >
      {(entries) => (
        <DataTable caption={title} columns={columns} rows={entries} rowId={(entry) => entry.id} />
      )}
    </ListPanel>
  )
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="No entries yet."
      hint={
        isFiltered ? 'No entries match these filters.' : 'Payments from families appear here as they arrive.'
      }
      action={
        isFiltered && (
          <Button variant="secondary" onPress={onClear}>
            Clear filters
          </Button>
        )
      }
    />
  )
}
