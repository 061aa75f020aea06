import { listOf } from '../../test/data.ts'
import { requests } from '../../test/lists.ts'
import { answering, failing } from '../../test/stories.tsx'
import { Component as IncomingRequests } from './requests-incoming.tsx'

export default { component: IncomingRequests }

const list = 'get /api/requests/incoming/'

export const SeveralPages = answering(list, listOf(requests, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
