import type { Meta } from '@storybook/react-vite'
import { conversations } from '../../../../test/lists.ts'
import { Card } from '../../../ui/card.tsx'
import { ConversationList } from './conversation-list.tsx'

const idle = { isFetching: false, refetch: () => {} }
const full = { ...idle, currentData: conversations }
const none = { ...idle, currentData: [] }
const error = { status: 503, data: { detail: 'Please try again in a minute.' } }
const failed = { ...idle, error }

const meta: Meta<typeof ConversationList> = {
  args: {
    role: 'caregiver',
    query: { ...idle, isFetching: true },
    activeId: null,
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

export const SeveralPages = { args: { query: full, activeId: 1, onMore: () => {} } }
export const LoadingMore = { args: { query: full, onMore: () => {}, isLoadingMore: true } }
export const Empty = { args: { query: none } }
export const EmptyForFamily = { args: { role: 'caretaker', query: none } }
export const Loading = {}
export const Failed = { args: { query: failed } }
