import type { Conversation } from '@tendwell/contract/chat'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import type { Role } from '../../lib/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MissingState } from '../../ui/missing-state.tsx'
import type { Partner } from './api.ts'
import type { ChatState } from './chat-state.ts'
import type { Chat } from './client.ts'
import { Composer } from './composer.tsx'
import { NotConnected, PanelHeader } from './panel-header.tsx'
import { MessagesSkeleton } from './panel-skeleton.tsx'
import { Talk } from './talk.tsx'
import { type Thread, unknownThread } from './thread.ts'

interface ConversationPanelProps {
  userId: number
  role: Role
  other: Partner
  /** Null where the first message is still to be written. */
  conversationId: number | null
  conversation: Conversation | null
  chat: Chat
  state: ChatState
}

/** One conversation: who it is with, what was said, and where to write. */
export function ConversationPanel(props: ConversationPanelProps) {
  const { userId, role, other, conversationId, conversation, chat, state } = props
  const thread = conversationId === null ? begins : state.threads.get(conversationId)

  useEffect(() => {
    if (conversationId !== null) chat.open(conversationId)
  }, [chat, conversationId])

  const canWrite = conversation?.can_write ?? true
  return (
    <>
      <PanelHeader other={other} role={role} />
      {!state.isConnected && <NotConnected />}
      {thread === undefined || thread.status === 'loading' ? (
        <MessagesSkeleton />
      ) : thread.status === 'ready' ? (
        <Talk {...props} thread={thread} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {thread.status === 'missing' ? (
            <MissingConversation />
          ) : (
            <ErrorState
              title="Failed to load messages"
              onRetry={() => conversationId !== null && chat.open(conversationId)}
            />
          )}
        </div>
      )}
      {canWrite ? (
        <Composer
          userId={userId}
          otherId={other.id}
          otherName={other.full_name}
          onSend={(text) => chat.write({ otherId: other.id, conversationId }, text)}
        />
      ) : (
        <p className="border-t border-line bg-sand px-5 py-4 text-center text-balance text-ink-soft">
          {`${other.full_name} has closed this account. What you wrote to each other stays here; new messages can’t be sent.`}
        </p>
      )}
    </>
  )
}

/** Nothing has been written: there is nothing to load. */
const begins: Thread = { ...unknownThread, status: 'ready' }

export function MissingConversation() {
  return (
    <MissingState
      title="No such conversation"
      hint="It is not among yours, or the person can’t be written to."
      action={{ label: 'All messages', to: paths.chat }}
    />
  )
}
