/** What the console shows of chats. @see docs/rules/console.md#records */
import type { BookingMessage } from '@tendwell/contract/console/bookings'
import { and, desc, eq } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import type { Members } from './conversations/conversation.ts'
import { conversations, messages } from './tables.ts'

/** @returns undefined if they never wrote to each other */
async function findConversation(reader: Reader, { familyId, caregiverId }: Members) {
  const isOfBoth = and(eq(conversations.familyId, familyId), eq(conversations.caregiverId, caregiverId))
  const [conversation] = await reader.select().from(conversations).where(isOfBoth)
  return conversation
}

/** How many messages a family and a caregiver wrote to each other. */
export async function countMessages(reader: Reader, members: Members): Promise<number> {
  return (await findConversation(reader, members))?.lastSequence ?? 0
}

/**
 * One page of the messages between a family and a caregiver, newest first. Texts are as they were written,
 * also of messages that staff removed.
 */
export async function listMessagesBetween(
  reader: Reader,
  members: Members,
  page: PageRequest,
): Promise<{ count: number; results: BookingMessage[] }> {
  const conversation = await findConversation(reader, members)
  if (!conversation) return { count: 0, results: [] }
  const rows = await reader
    .select()
    .from(messages)
    .where(eq(messages.conversationId, conversation.id))
    .orderBy(desc(messages.sequence))
    .limit(page.page_size)
    .offset(getOffset(page))
  return {
    count: conversation.lastSequence,
    results: rows.map(({ id, sender, text, hiddenAt, createdAt }) => ({
      id,
      sender,
      text,
      is_removed: hiddenAt !== null,
      created_at: createdAt.toISOString(),
    })),
  }
}
