import { listOf } from '../../../test/data.ts'
import { walletEntries } from '../../../test/lists.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { RecentActivity } from './recent-activity.tsx'

export default { component: RecentActivity }

const list = 'get /api/wallets/mine/entries'

export const SeveralPages = answering(list, listOf(walletEntries, 23))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
