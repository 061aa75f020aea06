import { listOf } from '../../../test/data.ts'
import { notifications } from '../../../test/lists.ts'
import { caregiver } from '../../../test/people.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { NotificationHistory } from './notification-history.tsx'

export default { render: () => <NotificationHistory user={caregiver} /> }

const list = 'get /api/notifications/'
const read = notifications.map((notification, at) =>
  at === 0 ? notification : { ...notification, read_at: '2026-06-01T12:00:00Z' },
)

export const Mixed = answering(list, listOf(read, 45))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
