import type { AdminUser } from '@tendwell/contract/admin'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePage } from '../../ui/use-page.ts'
import { polling, usePeopleQuery } from './api.ts'
import { countWord, reachable } from './count.ts'
import type { Filters } from './dashboard-filters.tsx'
import { Person } from './person.tsx'

const pageSize = 10

export type PersonRole = 'caretaker' | 'caregiver'
export const roleLabels: Record<PersonRole, string> = { caretaker: 'Parents', caregiver: 'Caregivers' }

interface UserListProps {
  role: PersonRole
  filters: Filters
  /** Whose accounts are being opened or closed. */
  moving: ReadonlySet<number>
  onToggle: (user: AdminUser, isActive: boolean) => void
}

/** A page of the families or of the caregivers, each with the switch of the account. */
export function UserList({ role, filters, moving, onToggle }: UserListProps) {
  // A category is a caregiver's: it would leave no parent at all.
  const { category, ...shared } = filters.query
  const query = role === 'caregiver' ? filters.query : shared
  const { page, setPage, learn } = usePage(pageSize, JSON.stringify(query))
  const { currentData, isError, refetch } = usePeopleQuery(
    { ...query, role, page, page_size: pageSize },
    polling,
  )
  learn(currentData && reachable(currentData.count))
  const label = roleLabels[role]
  if (!currentData && isError) return <ErrorState title="Failed to load users" onRetry={refetch} isCompact />
  if (!currentData) return <SkeletonRows />
  const { count, results } = currentData
  if (count === 0) return <Nobody role={role} filters={filters} onRetry={refetch} />
  return (
    <>
      <p className="pb-3 text-13 text-ink-soft">
        {countWord(count, role === 'caregiver' ? 'caregiver' : 'parent')}
        {role === 'caretaker' && category && '. Categories are of caregivers: parents of all are shown.'}
      </p>
      <DataTable
        caption={label}
        columns={columnsFor(role, moving, onToggle)}
        rows={results}
        rowId={({ id }) => id}
      />
      <Pagination label={label} page={page} pageSize={pageSize} count={reachable(count)} onPage={setPage} />
    </>
  )
}

function columnsFor(
  role: PersonRole,
  moving: UserListProps['moving'],
  onToggle: UserListProps['onToggle'],
): Column<AdminUser>[] {
  const verification: Column<AdminUser> = {
    id: 'verification',
    header: 'Verification',
    cell: ({ verification_status: status }) => status && <StatusPill status={status} />,
  }
  return [
    { id: 'user', header: 'User', isTitle: true, cell: (user) => <Person person={user} /> },
    {
      id: 'joined',
      header: 'Joined',
      cell: ({ joined }) => <span className="whitespace-nowrap">{formatDate(joined)}</span>,
    },
    ...(role === 'caregiver' ? [verification] : []),
    {
      id: 'active',
      header: 'Account',
      cell: (user) => (
        <Switch
          value={user.is_active}
          isDisabled={moving.has(user.id)}
          onChange={(isActive) => onToggle(user, isActive)}
          words={{ on: 'Active', off: 'Inactive' }}
          aria-label={`${user.full_name} is active`}
        />
      ),
    },
  ]
}

interface NobodyProps {
  role: PersonRole
  filters: Filters
  onRetry: () => void
}

function Nobody({ role, filters, onRetry }: NobodyProps) {
  const hasOthers = Boolean(filters.category || filters.days.from || filters.days.to)
  return (
    <EmptyState
      title={role === 'caregiver' ? 'No caregivers' : 'No parents'}
      hint={
        filters.isNarrowed
          ? 'Nobody here matches the search and the filters above.'
          : 'Whoever signs up appears here by itself.'
      }
      action={
        <Button variant="secondary" onPress={hasOthers ? filters.clear : onRetry}>
          {hasOthers ? 'Clear filters' : 'Check again'}
        </Button>
      }
    />
  )
}
