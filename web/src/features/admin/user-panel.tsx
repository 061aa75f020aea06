import type { AdminUser } from '@tendwell/contract/admin'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { polling, usePeopleQuery, useSetUserStatusMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'
import { countWord, reachable } from './count.ts'
import type { Filters } from './dashboard-filters.tsx'
import { Person } from './person.tsx'
import { usePage } from './use-page.ts'

const pageSize = 10

type PersonRole = 'caretaker' | 'caregiver'
const labels: Record<PersonRole, string> = { caretaker: 'Parents', caregiver: 'Caregivers' }

/** Families and caregivers, each with a switch that opens or closes the account. */
export function UserPanel({ filters }: { filters: Filters }) {
  const [role, setRole] = useState<PersonRole>('caretaker')
  const [closing, setClosing] = useState<AdminUser | null>(null)
  const { setActive, isLoading, movingId } = useActiveSwitch()
  const close = async (user: AdminUser) => {
    if (await setActive(user, false)) setClosing(null)
  }
  const toggle = (user: AdminUser, isActive: boolean) => (isActive ? setActive(user, true) : setClosing(user))
  const tab = (of: PersonRole) => ({
    id: of,
    label: labels[of],
    content: <People role={of} filters={filters} movingId={movingId} onToggle={toggle} />,
  })
  return (
    <Panel title="User Management" lead="Who uses the product, and who may.">
      <Tabs
        label="Users by role"
        selected={role}
        onSelect={setRole}
        items={[tab('caretaker'), tab('caregiver')]}
      />
      {closing && (
        <ConfirmDialog
          isOpen
          onClose={() => setClosing(null)}
          title={`Deactivate ${closing.full_name}?`}
          consequence={consequenceOf(closing)}
          confirmLabel="Deactivate account"
          pendingLabel="Deactivating…"
          onConfirm={() => close(closing)}
          isPending={isLoading}
        />
      )}
    </Panel>
  )
}

function consequenceOf(user: AdminUser): string {
  const isListed = user.verification_status === 'verified'
  return `They are logged out everywhere at once and can’t log in again until you activate the account.${
    isListed ? ' Families no longer find the profile.' : ''
  }`
}

function useActiveSwitch() {
  const [send, { isLoading, originalArgs }] = useSetUserStatusMutation()
  const setActive = async ({ id }: AdminUser, isActive: boolean) => {
    if (isLoading) return false
    try {
      await send({ id, is_active: isActive }).unwrap()
      consoleToast.success(isActive ? 'User activated successfully' : 'User deactivated successfully')
      return true
    } catch (error) {
      consoleToast.error(messageOf(error, 'Failed to update user status'))
      return false
    }
  }
  return { setActive, isLoading, movingId: isLoading ? originalArgs?.id : undefined }
}

interface PeopleProps {
  role: PersonRole
  filters: Filters
  /** Whose account is being opened or closed. */
  movingId: number | undefined
  onToggle: (user: AdminUser, isActive: boolean) => void
}

function People({ role, filters, movingId, onToggle }: PeopleProps) {
  // A category is a caregiver's: it would leave no parent at all.
  const { category, ...shared } = filters.query
  const query = role === 'caregiver' ? filters.query : shared
  const { page, setPage, learn } = usePage(JSON.stringify(query), pageSize)
  const { currentData, isError, refetch } = usePeopleQuery(
    { ...query, role, page, page_size: pageSize },
    polling,
  )
  learn(currentData && reachable(currentData.count))
  const label = labels[role]
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
        columns={columnsFor(role, movingId, onToggle)}
        rows={results}
        rowId={({ id }) => id}
      />
      <Pagination label={label} page={page} pageSize={pageSize} count={reachable(count)} onPage={setPage} />
    </>
  )
}

function columnsFor(
  role: PersonRole,
  movingId: PeopleProps['movingId'],
  onToggle: PeopleProps['onToggle'],
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
          isDisabled={user.id === movingId}
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
