import type { ListedRecovery } from '@tendwell/contract/sign-in/two-step'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { useOpenRecoveriesQuery } from '../common/two-step/recoveries-api.ts'

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
  const shown = useListScreen({ useListQuery: useOpenRecoveriesQuery, pageSize: 20, columns })
  return (
    <ListScreen
      shown={shown}
      title="Open requests"
      exported="two-step-recoveries"
      failure="Failed to load the requests"
      empty={
        <EmptyState title="No open requests" hint="Start one on a person’s page, under Sign-in security." />
      }
    />
  )
}
