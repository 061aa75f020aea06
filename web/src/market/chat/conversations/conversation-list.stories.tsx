import type { Meta } from '@storybook/react-vite'
import { conversations } from '../../../../test/lists.ts'
import { Card } from '../../../ui/card.tsx'
import { ConversationList } from './conversation-list.tsx'

const meta: Meta<typeof ConversationList> = {
  args: {
    role: 'caregiver',
    conversations: undefined,
    activeId: null,
    error: undefined,
    onRetry: () => {},
    onMore: undefined,
    isLoadingMore: false,
  },
  render: (props) => (
    <Card className="max-w-form">
      <ConversationList {...props} />
    </Card>
  ),
}
export default meta

export const SeveralPages = { args: { conversations, activeId: 1, onMore: () => {} } }
export const LoadingMore = { args: { conversations, onMore: () => {}, isLoadingMore: true } }
export const Empty = { args: { conversations: [] } }
export const EmptyForFamily = { args: { role: 'caretaker', conversations: [] } }
export const Loading = {}
export const Failed = { args: { error: { status: 503, data: { detail: 'Please try again in a minute.' } } } }
