import { listOf } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { WaitingRefunds } from './waiting-refunds.tsx'

export default { component: WaitingRefunds }

const list = 'get /api/admin-panel/waiting-refunds/'
const refunds = [
  {
    id: 1,
    request_id: 12,
    dispute_id: null,
    family: { id: 21, name: 'Fay Sommer' },
    caregiver: { id: 22, name: 'Nora Lind' },
    amount_usd: 210,
    borne_by: 'tendwell',
    reason: 'Nobody came, and the family had to find someone else within the hour',
    asked_by: { id: 9, name: 'Sam Support' },
    asked_at: '2026-06-12T09:00:00Z',
    refundable_usd: 252,
  },
  {
    id: 2,
    request_id: 1013,
    dispute_id: 7,
    family: { id: 23, name: 'Anna and Tom Miller-Featherstonehaugh' },
    caregiver: { id: 24, name: 'Amara Diallo' },
    amount_usd: 1340.5,
    borne_by: 'caregiver',
    reason: 'Left two hours early on each of four days',
    asked_by: { id: 9, name: 'Sam Support' },
    asked_at: '2026-06-12T10:00:00Z',
    refundable_usd: 252,
  },
]

export const Several = answering(list, listOf(refunds))
export const Failed = failing(list)
