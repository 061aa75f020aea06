import type { ChatMessage } from '@tendwell/contract/chat'
import { formatDayOf } from '../../lib/format.ts'
import type { Pending } from './outbox.ts'

/** A message on the screen, whether the server has it or not. */
export interface LogItem {
  key: string
  isOwn: boolean
  text: string
  /** An instant. */
  at: string
  message: ChatMessage | null
  pending: Pending | null
  /** A new day begins with it: its name. */
  day: string | null
  /** The first one that was not read when the conversation was opened. */
  isFirstNew: boolean
  /** No message of the same person follows within minutes. */
  endsRun: boolean
}

const runMs = 5 * 60_000

interface LogContent {
  messages: readonly ChatMessage[]
  pending: readonly Pending[]
  otherId: number
  /** Through which sequence the viewer had read on opening; null where nothing was unread. */
  newAfter: number | null
  nowMs: number
}

/** What the log shows, in order: what the server has, then what is on its way. */
export function logItems({ messages, pending, otherId, newAfter, nowMs }: LogContent): LogItem[] {
  const stored = new Set(messages.flatMap(({ client_id }) => (client_id === null ? [] : [client_id])))
  const plain = [
    // A message keeps its key when the server's takes the place of the temporary one.
    ...messages.map((message) => ({
      key: message.client_id ?? String(message.sequence),
      isOwn: message.sender_id !== otherId,
      text: message.text,
      at: message.created_at,
      message,
      pending: null,
    })),
    ...pending
      .filter(({ clientId }) => !stored.has(clientId))
      .map((waiting) => ({
        key: waiting.clientId,
        isOwn: true,
        text: waiting.text,
        at: new Date(waiting.writtenMs).toISOString(),
        message: null,
        pending: waiting,
      })),
  ]
  const firstNew = messages.find(
    ({ sequence, sender_id }) => newAfter !== null && sequence > newAfter && sender_id === otherId,
  )
  const days = plain.map(({ at }) => formatDayOf(at, nowMs))
  return plain.map((item, index) => {
    const next = plain[index + 1]
    return {
      ...item,
      day: days[index] === days[index - 1] ? null : (days[index] ?? null),
      isFirstNew: firstNew !== undefined && item.message === firstNew,
      endsRun:
        !next ||
        next.isOwn !== item.isOwn ||
        Date.parse(next.at) - Date.parse(item.at) > runMs ||
        (item.pending === null) !== (next.pending === null) ||
        item.pending?.failure != null,
    }
  })
}
