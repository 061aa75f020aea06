import type { ChatMessage, ChatPerson, Conversation, ConversationBooking } from '@tendwell/contract/chat/chat'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { type ReactNode, useEffect } from 'react'
import { useSelector } from 'react-redux'
import { paths } from '../../../shared/routes/paths.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import type { ChatClient } from '../client/chat-client.ts'
import { selectIsConnected, selectThread, type WithChat } from '../client/chat-slice.ts'
import { emptyThread, type Thread } from '../client/thread.ts'
import { Composer } from '../log/composer.tsx'
import { MessagePane } from '../log/message-pane.tsx'
import { BookingLine } from './booking-line.tsx'
import { ConversationHeader, OfflineNotice } from './conversation-header.tsx'
import { MessagesSkeleton } from './conversation-skeleton.tsx'

interface ConversationPanelProps {
  userId: number
  other: ChatPerson
  /** The other person's side. */
  otherSide: Side
  /** Null until the first message is sent. */
  conversationId: number | null
  conversation: Conversation | null
  /** Of the two, if there is one. */
  booking: ConversationBooking | null
  /** The other person's page, or null if it can't be opened. */
  profilePath: string | null
  /** Shown at the end of the header, such as a menu. */
  headerActions?: ReactNode
  /** Shown in place of the composer, if there is more to say than that the two can't write to each other. */
  closedNote: ReactNode
  client: ChatClient
  /** Beside each message of the other person, such as a menu. */
  messageAction?: ((message: ChatMessage) => ReactNode) | undefined
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { userId, other, otherSide, conversationId, conversation, profilePath, headerActions } = props
  const { booking, closedNote, client } = props
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
        side={otherSide}
        profilePath={profilePath}
        actions={headerActions}
        booking={
          booking && (
            <BookingLine booking={booking} side={otherSide === 'caregiver' ? 'caretaker' : 'caregiver'} />
          )
        }
      />
      {!isConnected && <OfflineNotice />}
      {thread === undefined || (thread.status === 'loading' && !thread.error) ? (
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
              isRetrying={thread.status === 'loading'}
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
          {closedNote || 'You can’t message this person right now. You can still read this conversation.'}
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
