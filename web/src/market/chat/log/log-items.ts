import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { formatRelativeDay } from '../../../lib/format/format.ts'
import { fromEpochMs, toEpochMs } from '../../../lib/format/instants.ts'
import type { PendingMessage } from '../client/outbox.ts'

/** A message on the screen: either stored by the server or pending. */
export interface LogItem {
  key: string
  isOwn: boolean
  text: string
  /** An instant. */
  at: string
  message: ChatMessage | null
  pending: PendingMessage | null
  /** The name of the day, on its first message. */
  day: string | null
  /** The first message that was unread when the conversation was opened. */
  isFirstUnread: boolean
  /** The last of a group of messages that one person wrote within minutes. */
  endsGroup: boolean
}

const groupGapMs = 5 * 60_000

interface LogContent {
  messages: readonly ChatMessage[]
  pending: readonly PendingMessage[]
  otherId: number
  /** The last sequence the viewer had read on opening; null if nothing was unread. */
  readThrough: number | null
  nowMs: number
}

/** The log's messages in order: stored ones, then pending ones. */
export function buildLogItems({ messages, pending, otherId, readThrough, nowMs }: LogContent): LogItem[] {
  const storedIds = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  const items = [
    // The same key as while it was pending, so that React keeps the element.
    ...messages.map((message) => ({
      key: message.client_id ?? String(message.sequence),
      isOwn: message.sender_id !== otherId,
      text: message.text,
      at: message.created_at,
      message,
      pending: null,
    })),
    ...pending
      .filter(({ clientId }) => !storedIds.has(clientId))
      .map((pendingMessage) => ({
        key: pendingMessage.clientId,
        isOwn: true,
        text: pendingMessage.text,
        at: fromEpochMs(pendingMessage.writtenMs),
        message: null,
        pending: pendingMessage,
      })),
  ]
  const firstUnread = messages.find(
    ({ sequence, sender_id }) => readThrough !== null && sequence > readThrough && sender_id === otherId,
  )
  const days = items.map(({ at }) => formatRelativeDay(at, nowMs))
  return items.map((item, index) => {
    const next = items[index + 1]
    return {
      ...item,
      day: days[index] === days[index - 1] ? null : (days[index] ?? null),
      isFirstUnread: firstUnread !== undefined && item.message === firstUnread,
      endsGroup:
        !next ||
        next.isOwn !== item.isOwn ||
        toEpochMs(next.at) - toEpochMs(item.at) > groupGapMs ||
        (item.pending === null) !== (next.pending === null) ||
        item.pending?.failure != null,
    }
  })
}
