import { listOf } from '../../../../test/data.ts'
import { payments } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { PaymentHistory } from './payment-history.tsx'

export default { component: PaymentHistory }

const list = 'get /api/payments/mine'

export const SeveralPages = answering(list, listOf(payments, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
