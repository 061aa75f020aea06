import type { ListedRecovery } from '@tendwell/contract/sign-in/two-step'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { polling } from '../common/api.ts'
import { ExportButton } from '../common/lists/export-button.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useOpenRecoveriesQuery } from '../common/two-step/recoveries-api.ts'

const pageSize = 20

/** What an open request waits for, as the viewer sees it. */
const words = {
  you: 'Needs your decision',
  wait: 'Waits 24 hours',
  new_admin: 'Needs another admin',
  related: 'Needs another admin',
} as const

const columns: readonly Column<ListedRecovery>[] = [
  { id: 'person', header: 'Person', isTitle: true, cell: ({ person }) => <PersonLink person={person} /> },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className="line-clamp-3 wrap-anywhere">{reason}</span>,
  },
  { id: 'asked-by', header: 'Asked by', cell: (row) => <PersonLink person={row.requested_by} /> },
  { id: 'asked', header: 'Asked', cell: ({ requested_at: at }) => <Instant at={at} /> },
  {
    id: 'decide',
    header: 'Decision',
    cell: ({ can_decide: canDecide, obstacle }) => (
      <StatusPill status="pending" word={words[canDecide ? (obstacle ?? 'you') : 'related']} />
    ),
  },
]

/**
 * The open requests to turn off someone's two-step sign-in, the oldest first.
 * @see docs/rules/two-step.md#recovery-by-two-people
 */
export function RecoveryList() {
  const list = usePagedQuery(useOpenRecoveriesQuery, { page_size: pageSize }, { pageSize, ...polling })
  return (
    <ListPanel
      title="Open requests"
      actions={<ExportButton list="two-step-recoveries" query={{}} />}
      label="Open requests"
      list={list}
      failure="Failed to load the requests"
      empty={
        <EmptyState title="No open requests" hint="Start one on a person’s page, under Sign-in security." />
      }
    >
      {(rows) => <DataTable caption="Open requests" columns={columns} rows={rows} rowId={({ id }) => id} />}
    </ListPanel>
  )
}
