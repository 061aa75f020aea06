import { listOf } from '../../../test/data.ts'
import { adminCaregivers } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { useDashboardFilters } from './dashboard-filters.tsx'

export default { component: Unfiltered }

function Unfiltered() {
  return <ApprovalPanel filters={useDashboardFilters()} />
}

const list = 'get /api/admin-panel/caregivers/verification/'

export const SeveralPages = answering(list, listOf(adminCaregivers, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
