import type { ChatMessage } from '@tendwell/contract/chat'
import { getMemberId, type Members } from './conversation.ts'
import type { messages } from './tables.ts'

export type MessageRow = typeof messages.$inferSelect

/** Only the sender gets the `client_id`. */
export function toMessageResponse(row: MessageRow, members: Members, viewerId: number): ChatMessage {
  const senderId = getMemberId(members, row.sender)
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
