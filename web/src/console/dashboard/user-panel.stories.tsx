import { listOf } from '../../../test/data.ts'
import { adminUsers } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { useDashboardFilters } from './dashboard-filters.tsx'
import { UserPanel } from './user-panel.tsx'

export default { component: Unfiltered }

function Unfiltered() {
  return <UserPanel filters={useDashboardFilters()} />
}

const list = 'get /api/admin-panel/users/'

export const SeveralPages = answering(list, listOf(adminUsers, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
