import { listOf } from '../../../test/data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { BankReviews } from './bank-reviews.tsx'

export default { component: BankReviews }

const list = 'get /api/admin-panel/bank-reviews/'
const reviews = [
  {
    person_id: 21,
    name: 'Nora Lind',
    opened_at: '2026-06-01T09:00:00Z',
    earlier: { decision: 'refused', at: '2026-05-01T09:00:00Z' },
    matches: [
      { person_id: 22, name: 'Vera Holt', is_banned: true, is_current: true },
      { person_id: 23, name: 'Anna and Tom Miller-Featherstonehaugh', is_banned: false, is_current: false },
    ],
  },
  {
    person_id: 24,
    name: 'Amara Diallo',
    opened_at: '2026-06-01T10:00:00Z',
    earlier: null,
    matches: [{ person_id: 25, name: 'Clara Lindqvist', is_banned: false, is_current: true }],
  },
]

export const Several = answering(list, listOf(reviews))
export const Failed = failing(list)
