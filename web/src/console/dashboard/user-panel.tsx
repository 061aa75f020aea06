import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { UserList } from './user-list.tsx'

function readTab(params: URLSearchParams): { users: Side } {
  return { users: params.get('users') === 'caregiver' ? 'caregiver' : 'caretaker' }
}

/** Families and caregivers, whose accounts can be activated and deactivated. */
export function UserPanel({ filters }: { filters: Filters }) {
  const { filters: tab, change } = useUrlFilters(readTab)
  return (
    <Panel title="User Management" lead="Manage access for families and caregivers.">
      <Tabs
        label="Users by role"
        selected={tab.users}
        onSelect={(users) => change({ users })}
        items={[
          { id: 'caretaker', label: 'Parents', content: <UserList side="caretaker" filters={filters} /> },
          { id: 'caregiver', label: 'Caregivers', content: <UserList side="caregiver" filters={filters} /> },
        ]}
      />
    </Panel>
  )
}
