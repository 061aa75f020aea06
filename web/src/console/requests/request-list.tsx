import type { AdminRequest } from '@tendwell/contract/console/users'
import { formatDate, formatHours, formatMoney } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'
import { StatusList } from '../common/lists/status-list.tsx'
import { formatDates } from '../common/requests/care-dates.ts'
import { getRequestStatus } from '../common/requests/request-status.ts'
import { useAdminRequestsQuery } from '../common/requests/requests-api.ts'

const columns: Column<AdminRequest, 'total_hours' | 'total_price_usd' | 'submitted_at'>[] = [
  { id: 'id', header: 'Request', isTitle: true, cell: ({ id }) => <BookingLink id={id} label={`#${id}`} /> },
  {
    id: 'caregiver',
    header: 'Caregiver',
    cell: (row) => <PersonLink person={{ id: row.caregiver_id, name: row.caregiver_name }} />,
  },
  {
    id: 'caretaker',
    header: 'Caretaker',
    cell: (row) => <PersonLink person={{ id: row.caretaker_id, name: row.caretaker_name }} />,
  },
  {
    id: 'emails',
    header: 'Emails',
    leftOut: 'second',
    cell: (request) => (
      <span className="flex flex-col cards:items-end">
        <Mail address={request.caregiver_email} />
        <Mail address={request.caretaker_email} />
      </span>
    ),
  },
  {
    id: 'care',
    header: 'Care',
    leftOut: 'first',
    cell: (row) => <span className="whitespace-nowrap">{formatDates(row)}</span>,
  },
  {
    id: 'hours',
    header: 'Total Hours',
    leftOut: 'second',
    isNumeric: true,
    sort: { by: 'total_hours', kind: 'amount' },
    cell: (row) => <span className="whitespace-nowrap">{formatHours(row.total_hours)}</span>,
  },
  {
    id: 'price',
    header: 'Total Price (USD)',
    isNumeric: true,
    sort: { by: 'total_price_usd', kind: 'amount' },
    cell: (row) => formatMoney(row.total_price_usd),
  },
  {
    id: 'date',
    header: 'Date',
    sort: { by: 'submitted_at', kind: 'date' },
    cell: (row) => <span className="whitespace-nowrap">{formatDate(row.submitted_at)}</span>,
  },
  { id: 'status', header: 'Status', cell: (request) => <StatusPill status={getRequestStatus(request)} /> },
]

/** Cut where the table is too narrow for all columns. */
function Mail({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      title={address}
      className="text-link block max-w-34 truncate leading-6 text-13 @min-[72rem]/wide-table:max-w-48 @min-[100rem]/wide-table:max-w-72 cards:max-w-none cards:wrap-anywhere cards:whitespace-normal"
    >
      {address}
    </a>
  )
}

/**
 * All requests. The table scrolls when it has more than 10 rows.
 * @see docs/rules/console.md#requests-and-disputes
 */
export function RequestList() {
  return (
    <StatusList
      noun="request"
      caption="Requests"
      useListQuery={useAdminRequestsQuery}
      pageSize={50}
      columns={columns}
      filters={{ dates: 'Submitted' }}
      exported="requests"
      scrollAfter={10}
      isWide
    />
  )
}
