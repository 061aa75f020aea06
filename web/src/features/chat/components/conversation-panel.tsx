import type { ChatPerson, Conversation } from '@tendwell/contract/chat'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { paths } from '../../../lib/paths.ts'
import type { Role } from '../../../lib/session.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import type { ChatClient } from '../chat-client.ts'
import { selectIsConnected, selectThread, type WithChat } from '../chat-slice.ts'
import { emptyThread, type Thread } from '../thread.ts'
import { Composer } from './composer.tsx'
import { ConversationHeader, OfflineNotice } from './conversation-header.tsx'
import { MessagesSkeleton } from './conversation-skeleton.tsx'
import { MessagePane } from './message-pane.tsx'

interface ConversationPanelProps {
  userId: number
  role: Role
  other: ChatPerson
  /** Null until the first message is sent. */
  conversationId: number | null
  conversation: Conversation | null
  client: ChatClient
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { userId, role, other, conversationId, conversation, client } = props
  const isConnected = useSelector(selectIsConnected)
  const thread = useSelector((state: WithChat) =>
    conversationId === null ? newThread : selectThread(state, conversationId),
  )

  useEffect(() => {
    if (conversationId !== null) client.open(conversationId)
  }, [client, conversationId])

  const canWrite = conversation?.can_write ?? true
  return (
    <>
      <ConversationHeader
        other={other}
        role={role}
        hasProfile={role === 'caregiver' || (conversation?.is_caregiver_listed ?? true)}
      />
      {!isConnected && <OfflineNotice />}
      {thread === undefined || thread.status === 'loading' ? (
        <MessagesSkeleton />
      ) : thread.status === 'ready' ? (
        <MessagePane {...props} thread={thread} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {thread.status === 'missing' ? (
            <MissingConversation />
          ) : (
            <ErrorState
              title="Failed to load messages"
              error={thread.error}
              onRetry={() => conversationId !== null && client.open(conversationId)}
            />
          )}
        </div>
      )}
      {canWrite ? (
        <Composer
          userId={userId}
          otherId={other.id}
          otherName={other.full_name}
          onSend={(text) => client.send({ otherId: other.id, conversationId }, text)}
        />
      ) : (
        <p className="border-t border-line bg-sand px-5 py-4 text-center text-balance text-ink-soft">
          {`You can’t send messages to ${other.full_name} right now. You can still read this conversation.`}
        </p>
      )}
    </>
  )
}

/** A conversation without messages has nothing to load. */
const newThread: Thread = { ...emptyThread, status: 'ready' }

export function MissingConversation() {
  return (
    <MissingState
      title="Conversation not found"
      hint="This conversation doesn’t exist, or you can’t message this person."
      action={{ label: 'All messages', to: paths.chat }}
    />
  )
}
