import type { AdminDispute } from '@tendwell/contract/console/disputes'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatDate } from '../../lib/format/format.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Select } from '../../ui/select.tsx'
import { useAdminDisputesQuery } from '../common/api.ts'
import { ConsoleList } from '../common/lists/console-list.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'

const columns: Column<AdminDispute>[] = [
  {
    id: 'id',
    header: 'Dispute ID',
    isTitle: true,
    cell: ({ id }) => <DisputeLink id={id} />,
  },
  {
    id: 'parent',
    header: 'Parent',
    cell: (row) => <PersonLink person={{ id: row.caretaker_id, name: row.caretaker_name }} />,
  },
  {
    id: 'caregiver',
    header: 'Care Giver',
    cell: (row) => <PersonLink person={{ id: row.caregiver_id, name: row.caregiver_name }} />,
  },
  {
    id: 'date',
    header: 'Date',
    sort: { by: 'opened_at', kind: 'date' },
    cell: ({ opened_at: at }) => <span className="whitespace-nowrap">{formatDate(at)}</span>,
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    cell: ({ assignee }) =>
      assignee ? <PersonLink person={assignee} /> : <span className="text-ink-soft">Nobody</span>,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
]

/** The dispute keeps the list's filters and page in its URL, for its link back. */
function DisputeLink({ id }: { id: number }) {
  const { search } = useLocation()
  return (
    <Link
      to={paths.adminDispute(id) + search}
      className="tabular inline-flex min-h-11 items-center rounded-control font-semibold whitespace-nowrap"
    >
      {disputeLabel(id)}
    </Link>
  )
}

const assignees = [
  { id: 'anyone', label: 'Assigned to anyone' },
  { id: 'me', label: 'Assigned to me' },
  { id: 'nobody', label: 'Assigned to nobody' },
] as const

function AssigneeFilter() {
  const { assignee, change } = useConsoleFilters()
  return (
    <Select
      label="Assignee"
      isLabelHidden
      className="min-w-52"
      options={[...assignees]}
      value={assignee || 'anyone'}
      onChange={(chosen) => change({ assignee: chosen === 'anyone' ? '' : chosen })}
    />
  )
}

/** All disputes. A click anywhere on a row opens its dispute. */
export function DisputeList() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { assignee } = useConsoleFilters()
  return (
    <ConsoleList
      noun="dispute"
      dateLabel="Opened"
      useListQuery={useAdminDisputesQuery}
      pageSize={20}
      filter={<AssigneeFilter />}
      more={{ assignee }}
      columns={columns}
      sorts={['opened_at']}
      list="disputes"
    >
      {(rows, sort) => (
        <DataTable
          caption="Disputes"
          columns={columns}
          rows={rows}
          sort={sort}
          rowId={({ id }) => id}
          onRowClick={({ id }) => navigate(paths.adminDispute(id) + search)}
        />
      )}
    </ConsoleList>
  )
}
