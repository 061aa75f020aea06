import { listOf } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { FamilyPatterns } from './family-patterns.tsx'

export default { component: FamilyPatterns }

const list = 'get /api/admin-panel/family-patterns/'
const since = '2026-06-01T09:00:00Z'

export const Several = answering(
  list,
  listOf([
    { person_id: 21, name: 'Fay Hart', since, last_id: 8, not_safe: 2, any_no: 2 },
    {
      person_id: 24,
      name: 'Anna and Tom Miller-Featherstonehaugh',
      since,
      last_id: 9,
      not_safe: 0,
      any_no: 3,
    },
  ]),
)
export const Failed = failing(list)
