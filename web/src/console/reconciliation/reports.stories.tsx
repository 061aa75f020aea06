import { listOf } from '../../../test/data.ts'
import { reconciliations } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { ReconciliationReports } from './reports.tsx'

export default { component: ReconciliationReports }

const list = 'get /api/admin-panel/reconciliation/'

export const SeveralPages = answering(list, listOf(reconciliations, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
