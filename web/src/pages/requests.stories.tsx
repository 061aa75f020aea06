import { listOf } from '../../test/data.ts'
import { requests } from '../../test/lists.ts'
import { answering, failing } from '../../test/stories.tsx'
import { Component as Requests } from './requests.tsx'

export default { component: Requests }

const list = 'get /api/requests/mine/'

export const SeveralPages = answering(list, listOf(requests, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
