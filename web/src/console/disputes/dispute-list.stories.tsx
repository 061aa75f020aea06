import { listOf } from '../../../test/data.ts'
import { adminDisputes } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { DisputeList } from './dispute-list.tsx'

export default { component: DisputeList }

const list = 'get /api/admin-panel/disputes/'

export const SeveralPages = answering(list, listOf(adminDisputes, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
