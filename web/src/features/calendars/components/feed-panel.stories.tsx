import { calendarFeed } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { FeedPanel } from './feed-panel.tsx'

export default { render: () => <FeedPanel hasTimeOff /> }

const call = 'get /api/calendars/feed'

export const Full = answering(call, calendarFeed)
export const Loading = {}
export const Failed = failing(call)
