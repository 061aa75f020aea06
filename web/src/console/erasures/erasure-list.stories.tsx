import { listOf } from '../../../test/data.ts'
import { erasing, erasure } from '../../../test/own-data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { ErasureList } from './erasure-list.tsx'

export default { component: ErasureList }

const call = 'get /api/admin-panel/erasures/'

export const Full = answering(call, listOf([erasing, erasure], 45))
export const Empty = answering(call, listOf([]))
export const Loading = {}
export const Failed = failing(call)
