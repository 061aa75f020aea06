import type { AdminRequest } from '@tendwell/contract/admin'
import { useState } from 'react'
import { formatDate, formatHours, formatMoney } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { polling, useAllRequestsQuery } from './api.ts'
import { reachable } from './count.ts'
import { type DayRange, everyDay } from './day-range.tsx'
import { StateList, useStateQuery } from './state-list.tsx'

const pageSize = 50

const columns: Column<AdminRequest>[] = [
  { id: 'caregiver', header: 'Caregiver', isTitle: true, cell: ({ caregiver_name: name }) => name },
  { id: 'caretaker', header: 'Caretaker', cell: ({ caretaker_name: name }) => name },
  {
    id: 'emails',
    header: 'Emails',
    cell: (request) => (
      <span className="flex flex-col max-md:items-end">
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
      className="text-link inline-flex min-h-6 items-center text-13 wrap-anywhere md:whitespace-nowrap"
    >
      {address}
    </a>
  )
}

/** Every request, whoever sent it; scrolls over 10 rows (admin specification §2). */
export function RequestList() {
  const [days, setDays] = useState<DayRange>(everyDay)
  const { query, setPage, learn } = useStateQuery(pageSize, days)
  const { currentData, isError, refetch } = useAllRequestsQuery(query, polling)
  learn(currentData && reachable(currentData.count))
  return (
    <StateList
      one="request"
      dayLabel="Submitted"
      days={days}
      onDays={setDays}
      list={currentData}
      isError={isError}
      onRetry={refetch}
      page={query.page}
      pageSize={pageSize}
      onPage={setPage}
    >
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
