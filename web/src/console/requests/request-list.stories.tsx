import { listOf } from '../../../test/data.ts'
import { adminRequests } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { RequestList } from './request-list.tsx'

export default { render: () => <RequestList /> }

const list = 'get /api/admin-panel/requests/'

export const SeveralPages = answering(list, listOf(adminRequests, 120))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
