import type { AdminPendingChange } from '@tendwell/contract/console/users'
import { useState } from 'react'
import { listOf } from '../../../test/data.ts'
import { adminPendingChanges } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { usePendingChangesQuery } from '../common/decisions/decisions-api.ts'
import { ReviewedRows } from '../common/decisions/reviewed-rows.ts'
import { ChangesList } from './changes-list.tsx'
import { useDashboardFilters } from './dashboard-filters.tsx'

export default { component: Unfiltered }

function Unfiltered() {
  const [reviewed] = useState(() => new ReviewedRows<AdminPendingChange>())
  const list = usePagedQuery(usePendingChangesQuery, { page_size: 20 }, { pageSize: 20 })
  return <ChangesList list={list} filters={useDashboardFilters()} reviewed={reviewed} />
}

const list = 'get /api/admin-panel/caregivers/changes/'

export const Filled = answering(list, listOf(adminPendingChanges))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
