import { listOf } from '../../../../test/data.ts'
import { ownDisputes } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { FamilyDisputesPage } from './family-disputes-page.tsx'

export default { component: FamilyDisputesPage }

const list = 'get /api/disputes/mine/'

export const SeveralPages = answering(list, listOf(ownDisputes, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
