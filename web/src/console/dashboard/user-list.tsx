import type { AdminUser } from '@tendwell/contract/console/users'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { formatDate } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-panel.tsx'
import { AccountSwitch } from '../common/decisions/account-switch.tsx'
import { useUsersQuery } from '../common/decisions/decisions-api.ts'
import { ExportButton } from '../common/lists/export-button.tsx'
import { formatRowCount } from '../common/lists/format-row-count.ts'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { dashboardPageKeys } from '../common/lists/use-console-filters.ts'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { SuspendedPill } from '../common/records/suspended-pill.tsx'
import type { Filters } from './dashboard-filters.tsx'

const labels: Record<Side, string> = { caretaker: 'Parents', caregiver: 'Caregivers' }
const nouns: Record<Side, string> = { caretaker: 'parent', caregiver: 'caregiver' }

type UserColumn = Column<AdminUser, 'full_name' | 'joined'>

const userColumn: UserColumn = {
  id: 'user',
  header: 'User',
  isTitle: true,
  sort: { by: 'full_name', kind: 'name' },
  cell: (user) => <PersonCell person={user} />,
}
const joinedColumn: UserColumn = {
  id: 'joined',
  header: 'Joined',
  sort: { by: 'joined', kind: 'date' },
  cell: ({ joined }) => <span className="whitespace-nowrap">{formatDate(joined)}</span>,
}
const verificationColumn: UserColumn = {
  id: 'verification',
  header: 'Verification',
  cell: ({ verification_status: status }) => status && <StatusPill status={status} />,
}
const accountColumn: UserColumn = {
  id: 'account',
  header: 'Account',
  cell: (user) => (
    <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-2">
      {user.is_closed && <StatusPill status="inactive" word="Closed" />}
      {user.suspended_until && <SuspendedPill until={user.suspended_until} />}
      <AccountSwitch user={user} />
    </span>
  ),
}

const columns: Record<Side, readonly UserColumn[]> = {
  caretaker: [userColumn, joinedColumn, accountColumn],
  caregiver: [userColumn, joinedColumn, verificationColumn, accountColumn],
}

interface UserListProps {
  side: Side
  filters: Filters
}

/** A page of families or caregivers, each with a switch for the account. */
export function UserList({ side, filters }: UserListProps) {
  // Only caregivers have a category.
  const { category, ...shared } = filters.query
  const { list, sort, query } = useListScreen({
    useListQuery: useUsersQuery,
    query: { ...(side === 'caregiver' ? filters.query : shared), role: side },
    pageSize: 10,
    columns: columns[side],
    pageKey: dashboardPageKeys[side],
    sortKey: 'users_sort',
  })
  const label = labels[side]
  return (
    <ListBody
      label={label}
      list={list}
      failure="Failed to load users"
      empty={<NoUsers side={side} filters={filters} onRetry={list.refetch} />}
    >
      {(rows) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
            <p className="text-13 text-ink-soft">
              {formatRowCount(list.count, nouns[side])}
              {side === 'caretaker' && category && '. The category applies to caregivers only.'}
            </p>
            <ExportButton list="users" query={query} />
          </div>
          <DataTable
            caption={label}
            columns={columns[side]}
            rows={rows}
            {...(sort && { sort })}
            rowId={({ id }) => id}
          />
        </>
      )}
    </ListBody>
  )
}

function NoUsers({ side, filters, onRetry }: UserListProps & { onRetry: () => void }) {
  const noun = nouns[side]
  return (
    <EmptyState
      title={`No ${noun}s`}
      hint={
        filters.isFiltered
          ? `No ${noun}s match your search and filters.`
          : 'New sign-ups appear here automatically.'
      }
      action={
        <Button variant="secondary" onPress={filters.clear ?? onRetry}>
          {filters.clear ? 'Clear filters' : 'Check again'}
        </Button>
      }
    />
  )
}
