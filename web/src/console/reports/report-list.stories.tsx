import { listOf } from '../../../test/data.ts'
import { adminReports } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { ReportList } from './report-list.tsx'

export default { component: ReportList }

const list = 'get /api/admin-panel/reports/'

export const SeveralPages = answering(list, listOf(adminReports, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
