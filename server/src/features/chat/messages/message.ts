import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { getTableColumns, sql } from 'drizzle-orm'
import { REMOVED_TEXT as ERASED_TEXT } from '../../../personal-data/classification.ts'
import { getMemberId, type Members } from '../conversations/conversation.ts'
import { messages } from '../tables.ts'

/**
 * The text that both members read instead of a message that staff removed.
 * @see docs/rules/safety.md#hiding
 */
const REMOVED_TEXT = 'Removed by Tendwell'

/** A message's text as its two members may read it. */
export function toShownText({ text, hiddenAt }: { text: string; hiddenAt: Date | null }): string {
  return hiddenAt === null ? text : REMOVED_TEXT
}

/** `isErased`: an erasure removed the text. It is absent for a message that has just been inserted. */
export type MessageRow = typeof messages.$inferSelect & { isErased?: boolean }

/**
 * SQL: whether an erasure replaced the text. As anyone can type the text of an erasure, the sender must also
 * have closed their account.
 */
const isErased = sql<boolean>`(messages.text = ${ERASED_TEXT} AND EXISTS (
  SELECT 1 FROM conversations AS own JOIN users AS senders
    ON senders.id = CASE messages.sender WHEN 'caretaker' THEN own.family_id ELSE own.caregiver_id END
  WHERE own.id = messages.conversation_id AND senders.closed_at IS NOT NULL))`

/** What `toMessageResponse` needs. */
export const messageColumns = { ...getTableColumns(messages), isErased }

/** A message as the viewer reads it. Only its sender gets the `client_id`. */
export function toMessageResponse(row: MessageRow, members: Members, viewerId: number): ChatMessage {
  const senderId = getMemberId(members, row.sender)
  return {
    id: row.id,
    conversation_id: row.conversationId,
    sequence: row.sequence,
    sender_id: senderId,
    text: toShownText(row),
    is_removed: row.hiddenAt !== null || row.isErased === true,
    has_contact_details: row.hasContactDetails,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    client_id: senderId === viewerId ? row.clientId : null,
  }
}
