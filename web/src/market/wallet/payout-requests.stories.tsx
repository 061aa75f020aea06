import { listOf } from '../../../test/data.ts'
import { payouts } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { PayoutRequests } from './payout-requests.tsx'

export default { component: PayoutRequests }

const list = 'get /api/payouts/me'

export const SeveralPages = answering(list, listOf(payouts, 7))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
