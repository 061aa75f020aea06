import { listOf } from '../../../test/data.ts'
import { adminJobs } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { JobPanel } from './job-panel.tsx'

export default { component: JobPanel }

const list = 'get /api/admin-panel/jobs/'

export const SeveralPages = answering(list, listOf(adminJobs, 83))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
