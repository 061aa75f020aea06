import { listOf } from '../../../../test/data.ts'
import { linkedIdentity } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'

export default { component: IdentitiesPanel }

const list = 'get /api/auth/identities/'

export const Filled = answering(list, listOf([linkedIdentity]))
export const OnlyWayIn = answering(list, listOf([{ ...linkedIdentity, can_remove: false }]))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
