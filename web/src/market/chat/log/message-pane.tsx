import type { ChatMessage, ChatPerson, Conversation } from '@tendwell/contract/chat/chat'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import type { ChatClient } from '../client/chat-client.ts'
import { selectIsConnected, selectOutbox } from '../client/chat-slice.ts'
import { isReadByOther, lastSequence, type Thread } from '../client/thread.ts'
import { useNow } from '../conversations/use-now.ts'
import { buildLogItems, type LogItem } from './log-items.ts'
import type { DeliveryStatus } from './message-bubble.tsx'
import { MessageLog } from './message-log.tsx'
import { useLogScroll } from './use-log-scroll.ts'

function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

interface MessagePaneProps {
  other: ChatPerson
  /** Null until the first message is sent. */
  conversationId: number | null
  conversation: Conversation | null
  client: ChatClient
  thread: Thread
  /** Beside each message of the other person, such as a menu. */
  messageAction?: ((message: ChatMessage) => ReactNode) | undefined
}

/** A conversation's stored and pending messages. */
export function MessagePane({
  other,
  conversationId,
  conversation,
  client,
  thread,
  messageAction,
}: MessagePaneProps) {
  const nowMs = useNow()
  const isPageVisible = usePageVisible()
  const isConnected = useSelector(selectIsConnected)
  const outbox = useSelector(selectOutbox)
  const [readThrough] = useState(
    conversation && conversation.unread_count > 0 ? conversation.read_sequence : null,
  )
  const { messages } = thread
  const items = useMemo(() => {
    const pending = outbox.filter(({ otherId }) => otherId === other.id)
    return buildLogItems({ messages, pending, otherId: other.id, readThrough, nowMs })
  }, [messages, outbox, other.id, readThrough, nowMs])
  const last = items.at(-1)
  const loadOlder = () => conversationId !== null && client.loadOlder(conversationId)
  const scroll = useLogScroll({
    first: messages[0]?.sequence ?? 0,
    last: last?.key ?? '',
    isLastOwn: last?.isOwn ?? false,
    canLoadOlder: thread.hasOlder && thread.olderStatus === 'idle',
    onLoadOlder: loadOlder,
  })
  const isSeen = isPageVisible && scroll.isAtEnd
  const newest = messages.findLast(({ sender_id }) => sender_id === other.id)
  const unread = newest && newest.read_at === null ? newest : null

  useEffect(() => {
    if (isSeen && isConnected && unread) client.markRead(unread)
  }, [isSeen, isConnected, unread, client])

  const seenThrough = useSeenThrough(isSeen, lastSequence(thread))
  const newBelow = messages.filter(
    ({ sequence, sender_id }) => sequence > seenThrough && sender_id === other.id,
  ).length

  if (items.length === 0) return <NoMessages other={other} />
  return (
    <MessageLog
      otherName={other.full_name}
      items={items}
      statusOf={deliveryStatuses(items, thread, isConnected)}
      older={{ exists: thread.hasOlder, status: thread.olderStatus, load: loadOlder }}
      scroll={scroll}
      newBelow={newBelow}
      client={client}
      messageAction={messageAction}
    />
  )
}

/** The last sequence that was visible on the screen. */
function useSeenThrough(isSeen: boolean, last: number): number {
  const [seenThrough, setSeenThrough] = useState(last)
  useEffect(() => {
    if (isSeen) setSeenThrough(last)
  }, [isSeen, last])
  return isSeen ? last : seenThrough
}

/** Pending messages show their status. Of stored ones only the last sent and the last read do. */
function deliveryStatuses(items: readonly LogItem[], thread: Thread, isConnected: boolean) {
  const sent = items.findLast(({ isOwn, message }) => isOwn && message !== null)
  const read = items.findLast(
    ({ isOwn, message }) => isOwn && message !== null && isReadByOther(thread, message),
  )
  return (item: LogItem): DeliveryStatus | null => {
    if (item.pending) return item.endsGroup ? (isConnected ? 'sending' : 'waiting') : null
    if (item === read) return 'read'
    return item === sent ? 'sent' : null
  }
}

function NoMessages({ other }: { other: ChatPerson }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto">
        <EmptyState
          title={`Say hello to ${other.full_name}`}
          hint="Your first message starts the conversation. It’s private between the two of you. Our team opens messages only for a report, a booking or a dispute."
          scene={<HeldHand />}
        />
      </div>
    </div>
  )
}
