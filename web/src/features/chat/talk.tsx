import type { Conversation } from '@tendwell/contract/chat'
import { useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HeldHand } from '../../ui/scenes/held-hand.tsx'
import type { Partner } from './api.ts'
import type { ChatState } from './chat-state.ts'
import type { Chat } from './client.ts'
import { type LogItem, logItems } from './log-items.ts'
import type { Delivery } from './message-bubble.tsx'
import { MessageLog } from './message-log.tsx'
import { isRead, lastSequence, type Thread } from './thread.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useNow } from './use-now.ts'
import { useVisible } from './use-visible.ts'

interface TalkProps {
  other: Partner
  /** Null where the first message is still to be written. */
  conversationId: number | null
  conversation: Conversation | null
  chat: Chat
  state: ChatState
  thread: Thread
}

/** What was said, with what is on its way. */
export function Talk(props: TalkProps) {
  const { other, conversationId, conversation, chat, state, thread } = props
  const nowMs = useNow()
  const isVisible = useVisible()
  const [newAfter] = useState(
    conversation && conversation.unread_count > 0 ? conversation.read_sequence : null,
  )
  const { messages } = thread
  const pending = useMemo(
    () => state.pending.filter(({ otherId }) => otherId === other.id),
    [state.pending, other.id],
  )
  const items = useMemo(
    () => logItems({ messages, pending, otherId: other.id, newAfter, nowMs }),
    [messages, pending, other.id, newAfter, nowMs],
  )
  const last = items.at(-1)
  const loadOlder = () => conversationId !== null && chat.loadOlder(conversationId)
  const scroll = useLogScroll({
    first: messages[0]?.sequence ?? 0,
    last: last?.key ?? '',
    isLastOwn: last?.isOwn ?? false,
    canLoadOlder: thread.hasOlder && thread.older === 'idle',
    onOlder: loadOlder,
  })
  const isSeen = isVisible && scroll.isAtEnd
  const newest = messages.findLast(({ sender_id }) => sender_id === other.id)
  const unread = newest && newest.read_at === null ? newest : null

  // Read is what was seen: the tab is looked at, and its newest message with it.
  useEffect(() => {
    if (isSeen && state.isConnected && unread) chat.markRead(unread)
  }, [isSeen, state.isConnected, unread, chat])

  const seenThrough = useSeenThrough(isSeen, thread)
  const newBelow = messages.filter(
    ({ sequence, sender_id }) => sequence > seenThrough && sender_id === other.id,
  ).length

  if (items.length === 0) return <FirstWords other={other} />
  return (
    <MessageLog
      otherName={other.full_name}
      items={items}
      deliveryOf={deliveries(items, thread, state.isConnected)}
      older={{ isThere: thread.hasOlder, state: thread.older, load: loadOlder }}
      scroll={scroll}
      newBelow={newBelow}
      chat={chat}
    />
  )
}

/** Through which sequence the viewer has seen the conversation. */
function useSeenThrough(isSeen: boolean, thread: Thread): number {
  const last = lastSequence(thread)
  const [seenThrough, setSeenThrough] = useState(last)
  if (isSeen && seenThrough !== last) setSeenThrough(last)
  return seenThrough
}

/** Said of each message on its way, of the last one the server has, and of the last one that was read. */
function deliveries(items: readonly LogItem[], thread: Thread, isConnected: boolean) {
  const sent = items.findLast(({ isOwn, message }) => isOwn && message !== null)
  const read = items.findLast(({ isOwn, message }) => isOwn && message !== null && isRead(thread, message))
  return (item: LogItem): Delivery | null => {
    if (item.pending) return item.endsRun ? (isConnected ? 'sending' : 'waiting') : null
    if (item === read) return 'read'
    return item === sent ? 'sent' : null
  }
}

function FirstWords({ other }: { other: Partner }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto">
        <EmptyState
          title={`Say hello to ${other.full_name}`}
          hint="Your first message begins the conversation. Nobody but the two of you can read it."
          scene={<HeldHand />}
        />
      </div>
    </div>
  )
}
