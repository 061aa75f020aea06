import type { Conversation } from '@tendwell/contract/chat'
import { ArrowLeft, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import type { Role } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MissingState } from '../../ui/missing-state.tsx'
import { HeldHand } from '../../ui/scenes/held-hand.tsx'
import type { Partner } from './api.ts'
import type { Chat, ChatState } from './client.ts'
import { Composer } from './composer.tsx'
import { type LogItem, logItems } from './log-items.ts'
import type { Delivery } from './message-bubble.tsx'
import { MessageLog } from './message-log.tsx'
import { MessagesSkeleton } from './panel-skeleton.tsx'
import { isRead, lastSequence, type Thread, unknownThread } from './thread.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useNow } from './use-now.ts'
import { useVisible } from './use-visible.ts'

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

function PanelHeader({ other, role }: { other: Partner; role: Role }) {
  return (
    <header className="flex min-h-18 items-center gap-3 border-b border-line px-3 py-2 sm:px-5">
      <Link
        to={paths.chat}
        aria-label="Back to all messages"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-sand hover:text-ink md:hidden"
      >
        <ArrowLeft className="size-5" aria-hidden="true" />
      </Link>
      <Avatar name={other.full_name} src={other.avatar} />
      <h2 className="min-w-0 flex-1 truncate text-21">{other.full_name}</h2>
      <Link
        to={role === 'caretaker' ? paths.caregiver(other.id) : paths.caretaker(other.id)}
        className="inline-flex min-h-11 shrink-0 items-center rounded-control px-3 font-semibold text-forest hover:bg-sand"
      >
        Profile
      </Link>
    </header>
  )
}

function NotConnected() {
  return (
    <p
      role="status"
      className="flex animate-appear items-center justify-center gap-2 bg-gold-soft px-4 py-2 text-13 text-gold-ink"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      No connection at the moment. What you write is sent as soon as there is one.
    </p>
  )
}

function Talk(props: ConversationPanelProps & { thread: Thread }) {
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
