import { listOf } from '../../../../test/data.ts'
import { assignedDisputes } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { CaregiverDisputesPage } from './caregiver-disputes-page.tsx'

export default { component: CaregiverDisputesPage }

const list = 'get /api/disputes/assigned-to-me/'

export const SeveralPages = answering(list, listOf(assignedDisputes, 43))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
