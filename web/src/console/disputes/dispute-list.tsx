import type { AdminDispute } from '@tendwell/contract/console/disputes'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatDate } from '../../lib/format/format.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useAdminDisputesQuery } from '../common/disputes/dispute-list-api.ts'
import { PersonLink } from '../common/lists/record-links.tsx'
import { StatusList } from '../common/lists/status-list.tsx'

const columns: Column<AdminDispute, 'opened_at'>[] = [
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

const assignee = {
  name: 'assignee',
  label: 'Assignee',
  any: 'Assigned to anyone',
  options: [
    { id: 'me', label: 'Assigned to me' },
    { id: 'nobody', label: 'Assigned to nobody' },
  ],
  className: 'min-w-52',
} as const

/** All disputes. A click anywhere on a row opens its dispute. */
export function DisputeList() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <StatusList
      noun="dispute"
      caption="Disputes"
      useListQuery={useAdminDisputesQuery}
      pageSize={20}
      columns={columns}
      filters={{ dates: 'Opened', selects: [assignee] }}
      exported="disputes"
      onRowClick={({ id }) => navigate(paths.adminDispute(id) + search)}
    />
  )
}
