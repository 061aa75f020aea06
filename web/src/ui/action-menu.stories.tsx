import type { StoryObj } from '@storybook/react-vite'
import { Ban, Flag, UserRound } from 'lucide-react'
import { Column } from '../../test/stories.tsx'
import { ActionMenu } from './action-menu.tsx'

export default { component: ActionMenu }

const actions = [
  { id: 'profile', label: 'View profile', icon: <UserRound />, onSelect: () => undefined },
  { id: 'block', label: 'Block Nora Lind', icon: <Ban />, onSelect: () => undefined },
  { id: 'report', label: 'Report Nora Lind', icon: <Flag />, onSelect: () => undefined },
]

export const Open: StoryObj = {
  render: () => (
    <Column>
      <ActionMenu label="More about Nora Lind" actions={actions} />
    </Column>
  ),
  play: ({ canvas, userEvent }) => userEvent.click(canvas.getByRole('button')),
}
