import { listOf } from '../../../test/data.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { Chargebacks } from './chargebacks.tsx'

export default { component: Chargebacks }

const list = 'get /api/admin-panel/chargebacks/'
const chargeback = {
  id: 3,
  payment_id: 7,
  request_id: 12,
  family: { id: 4, name: 'Fay Hart' },
  caregiver: { id: 21, name: 'Nora Lind' },
  amount_usd: 200,
  held_usd: 180,
  reason: 'product_not_received',
  opened_at: '2026-06-01T09:00:00Z',
  evidence_due_at: '2026-06-10T09:00:00Z',
  provider_chargeback_id: 'du_1',
}

export const Several = answering(
  list,
  listOf([chargeback, { ...chargeback, id: 4, request_id: 13, reason: 'fraudulent', evidence_due_at: null }]),
)
export const Failed = failing(list)
