import type { ChatMessage } from '@tendwell/contract/chat'
import { type Pair, personOn } from './conversation.ts'
import type { messages } from './tables.ts'

export type MessageRow = Omit<typeof messages.$inferSelect, 'previousSequence'>

/** A message as one of the two sees it: what its sender's client calls it is the sender's own business. */
export function messageShown(row: MessageRow, pair: Pair, viewerId: number): ChatMessage {
  const senderId = personOn(pair, row.sender)
  return {
    id: row.id,
    conversation_id: row.conversationId,
    sequence: row.sequence,
    sender_id: senderId,
    text: row.text,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    client_id: senderId === viewerId ? row.clientId : null,
  }
}
