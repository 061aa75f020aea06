import { and, asc, between, eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { getMemberId } from '../conversations/conversation.ts'
import { toChangedPushes } from '../frames/outgoing-frames.ts'
import { conversations, messages } from '../tables.ts'
import { type MessageRow, messageColumns } from './message.ts'

/**
 * Hides a message's text from both members, or shows it again, and pushes the change.
 * @returns false if the message was hidden, or shown, already
 * @throws AppError 404 for an unknown message
 * @see docs/rules/safety.md#hiding
 */
export async function setMessageHidden(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub'>,
  messageId: number,
  isHidden: boolean,
): Promise<boolean> {
  const [row] = await transaction
    .select({ message: messageColumns, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.id, messageId))
    // The conversation is locked too, so that this frame and those of new messages are pushed in order.
    .for('no key update')
  if (!row) throw notFound()
  const { message, conversation } = row
  if ((message.hiddenAt !== null) === isHidden) return false
  const changedAt = deps.clock.now()
  const hiddenAt = isHidden ? changedAt : null
  await transaction.update(messages).set({ hiddenAt, changedAt }).where(eq(messages.id, messageId))
  await deps.hub.pushOnCommit(transaction, 'chat', ...toChangedPushes({ ...message, hiddenAt }, conversation))
  return true
}

/** A message with the ids of its sender and recipient; null if there is no such message. */
export async function findMessage(
  reader: Reader,
  messageId: number,
): Promise<(MessageRow & { senderId: number; recipientId: number }) | null> {
  const [row] = await reader
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.id, messageId))
  if (!row) return null
  const { message, conversation } = row
  const senderId = getMemberId(conversation, message.sender)
  const recipientId = senderId === conversation.caregiverId ? conversation.familyId : conversation.caregiverId
  return { ...message, senderId, recipientId }
}

/**
 * A message and those around it in its conversation, oldest first. Texts are as they were written, also of
 * messages that staff removed.
 * @param distance how many messages before and after the message
 */
export function listMessagesAround(
  reader: Reader,
  { conversationId, sequence }: Pick<MessageRow, 'conversationId' | 'sequence'>,
  distance: number,
): Promise<MessageRow[]> {
  const isNear = between(messages.sequence, sequence - distance, sequence + distance)
  return reader
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isNear))
    .orderBy(asc(messages.sequence))
}
