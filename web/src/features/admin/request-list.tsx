import type { AdminRequest } from '@tendwell/contract/admin'
import { formatDate, formatHours, formatMoney } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useAllRequestsQuery } from './api.ts'
import { StateList, useStateList } from './state-list.tsx'

const pageSize = 50

const columns: Column<AdminRequest>[] = [
  { id: 'caregiver', header: 'Caregiver', isTitle: true, cell: ({ caregiver_name: name }) => name },
  { id: 'caretaker', header: 'Caretaker', cell: ({ caretaker_name: name }) => name },
  {
    id: 'emails',
    header: 'Emails',
    cell: (request) => (
      <span className="flex flex-col cards:items-end">
        <Mail address={request.caregiver_email} />
        <Mail address={request.caretaker_email} />
      </span>
    ),
  },
  { id: 'hours', header: 'Total Hours', isNumeric: true, cell: (row) => formatHours(row.total_hours) },
  {
    id: 'price',
    header: 'Total Price (USD)',
    isNumeric: true,
    cell: (row) => formatMoney(row.total_price_usd),
  },
  {
    id: 'date',
    header: 'Date',
    cell: (row) => <span className="whitespace-nowrap">{formatDate(row.submitted_at)}</span>,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
]

function Mail({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      className="text-link inline-flex min-h-6 items-center text-13 whitespace-nowrap cards:whitespace-normal"
    >
      {address}
    </a>
  )
}

/** All requests; the list scrolls beyond 10 rows. @see docs/rules/console.md#requests-and-disputes */
export function RequestList() {
  const list = useStateList(useAllRequestsQuery, pageSize)
  return (
    <StateList one="request" dayLabel="Submitted" {...list}>
      {(rows) => (
        <DataTable
          caption="Requests"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          scrollAfter={10}
          isWide
        />
      )}
    </StateList>
  )
}
