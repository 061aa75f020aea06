import type { StoryObj } from '@storybook/react-vite'
import { listOf } from '../../../test/data.ts'
import { notifications } from '../../../test/lists.ts'
import { caregiver, sessionOf } from '../../../test/people.ts'
import { answering, failing } from '../../../test/stories.tsx'
import { NotificationBell } from './notification-bell.tsx'

const open: StoryObj['play'] = ({ canvas, userEvent }) =>
  userEvent.click(canvas.getByRole('button', { name: /^Notifications/ }))

export default {
  parameters: { session: sessionOf(caregiver) },
  render: () => (
    <div className="on-deep flex h-96 items-start justify-end p-4">
      <NotificationBell userId={caregiver.id} />
    </div>
  ),
  play: open,
}

const list = 'get /api/notifications/'

export const Several = answering(list, listOf(notifications))
export const Empty = answering(list, listOf([]))
export const Loading = {}
export const Failed = failing(list)
