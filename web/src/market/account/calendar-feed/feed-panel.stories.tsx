import type { StoryObj } from '@storybook/react-vite'
import { calendarFeed } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { FeedPanel } from './feed-panel.tsx'

export default { render: () => <FeedPanel hasTimeOff /> }

const call = 'get /api/calendars/feed'
const show: StoryObj['play'] = ({ canvas, userEvent }) =>
  userEvent.click(canvas.getByRole('button', { name: 'Show address' }))

export const Hidden = {}
export const Full = { ...answering(call, calendarFeed), play: show }
export const Loading = { play: show }
export const Failed = { ...failing(call), play: show }
