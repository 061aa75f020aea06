import type { AdminDispute } from '@tendwell/contract/disputes'
import { Link, useNavigate } from 'react-router'
import { disputeLabel, formatDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useAllDisputesQuery } from './api.ts'
import { StateList, useStateList } from './state-list.tsx'

const pageSize = 20

const columns: Column<AdminDispute>[] = [
  {
    id: 'id',
    header: 'Dispute ID',
    isTitle: true,
    cell: ({ id }) => (
      <Link
        to={paths.adminDispute(id)}
        className="tabular inline-flex min-h-11 items-center rounded-control font-semibold whitespace-nowrap"
      >
        {disputeLabel(id)}
      </Link>
    ),
  },
  { id: 'parent', header: 'Parent', cell: ({ caretaker_name: name }) => name },
  { id: 'caregiver', header: 'Care Giver', cell: ({ caregiver_name: name }) => name },
  {
    id: 'date',
    header: 'Date',
    cell: ({ opened_at: at }) => <span className="whitespace-nowrap">{formatDate(at)}</span>,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
]

/** Every dispute; a press anywhere on a row, or Enter on its number, opens it. */
export function DisputeList() {
  const navigate = useNavigate()
  const list = useStateList(useAllDisputesQuery, pageSize)
  return (
    <StateList one="dispute" dayLabel="Opened" {...list}>
      {(rows) => (
        <DataTable
          caption="Disputes"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          onRowClick={({ id }) => navigate(paths.adminDispute(id))}
        />
      )}
    </StateList>
  )
}
