import { listOf } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { BanMatches } from './ban-matches.tsx'

export default { component: BanMatches }

const list = 'get /api/admin-panel/ban-matches/'
const since = '2026-06-01T09:00:00Z'
const banned_at = '2026-05-01T09:00:00Z'

export const Several = answering(
  list,
  listOf([
    {
      person_id: 21,
      name: 'Fay Hart',
      since,
      last_id: 8,
      matches: [
        { trait: 'phone', person_id: 5, banned_at },
        { trait: 'browser', person_id: 5, banned_at },
      ],
    },
    {
      person_id: 24,
      name: 'Anna and Tom Miller-Featherstonehaugh',
      since,
      last_id: 9,
      matches: [{ trait: 'id_picture', person_id: 6, banned_at }],
    },
  ]),
)
export const Failed = failing(list)
