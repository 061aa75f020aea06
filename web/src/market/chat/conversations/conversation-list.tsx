import type { Conversation } from '@tendwell/contract/chat/chat'
import { SIDE_NAMES } from '@tendwell/contract/sign-in/accounts'
import { Link } from 'react-router'
import { formatAgo, formatAgoShort, plural } from '../../../lib/format/format.ts'
import type { Role } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryBody, type QueryBodyProps } from '../../../ui/query-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { otherRole } from '../chat-api.ts'
import { useNow } from './use-now.ts'

interface ConversationListProps {
  role: Role
  /** The conversations of the pages that were opened. */
  query: QueryBodyProps<readonly Conversation[]>['query']
  activeId: number | null
  /** Undefined on the last page. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

export function ConversationList(props: ConversationListProps) {
  const { role, query, activeId, onMore, isLoadingMore } = props
  const nowMs = useNow()
  return (
    <QueryBody
      query={query}
      failure="Failed to load conversations"
      skeleton={
        <div className="px-5 py-4">
          <SkeletonRows rows={5} />
        </div>
      }
      empty={(conversations) =>
        conversations.length === 0 && (
          <div className="md:my-auto md:pb-18">
            <NoConversations role={role} />
          </div>
        )
      }
      isCompact
    >
      {(conversations) => (
        <>
          <ul aria-label="Conversations" className="p-2">
            {conversations.map((conversation) => (
              <li key={conversation.id}>
                <Row
                  conversation={conversation}
                  role={role}
                  isActive={conversation.id === activeId}
                  nowMs={nowMs}
                />
              </li>
            ))}
          </ul>
          {onMore && (
            <div className="flex justify-center px-4 pb-5">
              <Button variant="quiet" onPress={onMore} isPending={isLoadingMore}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </QueryBody>
  )
}

interface RowProps {
  conversation: Conversation
  role: Role
  isActive: boolean
  nowMs: number
}

function Row({ conversation, role, isActive, nowMs }: RowProps) {
  const { id, last_message, last_message_at, last_message_sender_id, unread_count } = conversation
  const other = conversation[otherRole(role)]
  const isOwn = last_message_sender_id !== other.id
  // The open conversation is being read.
  const unread = isActive ? 0 : unread_count
  const isUnread = unread > 0
  return (
    <Link
      to={paths.conversation(id)}
      aria-current={isActive ? 'true' : undefined}
      className="flex min-h-18 items-center gap-3 rounded-control px-3 py-2.5 transition-colors hover:bg-sand aria-[current]:bg-sage aria-[current]:text-on-sage focus-visible:-outline-offset-2"
    >
      {/* Drawn initials may have the color of the open conversation's row. */}
      <span className={`shrink-0 rounded-full ${isActive ? 'ring-2 ring-paper' : ''}`}>
        <Avatar name={other.full_name} src={other.avatar} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className={`truncate ${isUnread ? 'font-bold' : 'font-semibold'}`}>{other.full_name}</span>
            <span className={`shrink-0 text-13 ${isActive ? '' : 'text-ink-soft'}`}>
              {SIDE_NAMES[otherRole(role)]}
            </span>
          </span>
          <span className={`shrink-0 text-13 ${isActive ? '' : 'text-ink-soft'}`}>
            <span aria-hidden="true">{formatAgoShort(last_message_at, nowMs)}</span>
            <span className="sr-only">{formatAgo(last_message_at, nowMs)}</span>
          </span>
        </span>
        <span className="flex items-center gap-3">
          <span
            className={`min-w-0 flex-1 truncate ${isUnread ? 'font-medium' : ''} ${isActive || isUnread ? '' : 'text-ink-soft'}`}
          >
            {isOwn && 'You: '}
            {last_message}
          </span>
          <CountBadge count={unread} />
          {isUnread && <span className="sr-only">{plural(unread, 'unread message')}</span>}
        </span>
      </span>
    </Link>
  )
}

function NoConversations({ role }: { role: Role }) {
  return (
    <EmptyState
      title="No conversations yet"
      hint={
        role === 'caretaker'
          ? 'Message a caregiver from their profile, and your conversation will appear here.'
          : 'Families can message you from your profile. You can message any family that has sent you a request.'
      }
      action={
        role === 'caretaker' ? (
          <ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>
        ) : (
          <ButtonLink to={paths.incomingRequests}>View your requests</ButtonLink>
        )
      }
      scene={<EmptyLetterbox />}
    />
  )
}
