import { listOf } from '../../../test/data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { openRecovery } from '../../../test/two-step.ts'
import { RecoveryList } from './recovery-list.tsx'

export default { component: RecoveryList }

const call = 'get /api/admin-panel/two-step-recoveries/'
const rows = [
  { ...openRecovery, person: { id: 2, name: 'Nora Lind' } },
  { ...openRecovery, id: 10, can_decide: false, person: { id: 5, name: 'Fay Hart' } },
]

export const Full = answering(call, listOf(rows))
export const Empty = answering(call, listOf([]))
export const Loading = {}
export const Failed = failing(call)
