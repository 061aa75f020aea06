import { listOf } from '../../../../test/data.ts'
import { blockedPeople } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { BlockedPeoplePanel } from './blocked-people-panel.tsx'

export default { component: BlockedPeoplePanel }

const list = 'get /api/blocks/'

export const SeveralPages = answering(list, listOf(blockedPeople, 8))
export const None = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
