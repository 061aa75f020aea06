import type { ChatMessage } from '@tendwell/contract/chat/chat'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { hasPaidRequestBetween } from '../../bookings/index.ts'
import { hasContactDetails } from '../../profiles/index.ts'
import { getMemberId } from '../conversations/conversation.ts'
import { toAcknowledgement, toConversationPushes, toMessagePushes } from '../frames/outgoing-frames.ts'
import { insertMessage, type LockedConversation, lockConversation } from '../store.ts'
import { toMessageResponse } from './message.ts'

export type SendingDeps = Pick<Deps, 'clock' | 'config' | 'hub' | 'jobs'>

/** A message to be sent. `clientId` is an id that the sender's client gives it, to recognize it again. */
export type MessageInput = { text: string; clientId: string | undefined; hasContactDetails: boolean }

/**
 * Reads a message from a call or a frame. Also looks for contact details in it: call this before the
 * transaction, because the search takes long.
 */
export function toMessageInput({
  text,
  client_id: clientId,
}: {
  text: string
  client_id?: string | undefined
}): MessageInput {
  return { text, clientId, hasContactDetails: hasContactDetails(text) }
}

const MESSAGES_PER_DAY = 2_000

/**
 * Counts messages that a person is about to send. Call this outside of any transaction.
 * @param count how many messages
 * @throws AppError 429 after 2,000 within a day
 * @see docs/rules/chat-and-notifications.md#messages
 */
export async function countSentMessages(
  deps: Pick<Deps, 'config' | 'database' | 'secrets'>,
  userId: number,
  count = 1,
): Promise<void> {
  const limit = { action: 'message by', who: String(userId), most: MESSAGES_PER_DAY, minutes: 24 * 60 }
  await countAttempt(deps, [{ ...limit, cost: count, rule: 'You can send 2,000 messages a day' }])
}

const CANNOT_WRITE = "You can't send messages in this conversation right now"
const CLIENT_ID_REUSED = 'This client_id was already used for a different message'

/**
 * Sends a message in a conversation. If the sender sends a message with the same `clientId` again, nothing is
 * stored, and the acknowledgement is pushed again.
 * @throws AppError 404 for someone else's conversation, 409 if the conversation is closed for now or if the
 *   `clientId` was used for a different text
 * @see docs/rules/chat-and-notifications.md#messages
 */
export async function sendMessage(
  transaction: Transaction,
  deps: SendingDeps,
  actor: Actor,
  { conversationId, input }: { conversationId: number; input: MessageInput },
): Promise<ChatMessage> {
  const conversation = await lockConversation(transaction, conversationId, actor.id, deps.clock.now())
  return addMessage(transaction, deps, conversation, { input, isNewConversation: false })
}

/**
 * Stores a message and pushes it, under the conversation's lock, so that sequences, commits and pushed frames
 * have the same order.
 * @throws AppError 409 as `sendMessage` does
 */
export async function addMessage(
  transaction: Transaction,
  deps: SendingDeps,
  conversation: LockedConversation,
  { input, isNewConversation }: { input: MessageInput; isNewConversation: boolean },
): Promise<ChatMessage> {
  const { text, clientId = null } = input
  const senderId = getMemberId(conversation, conversation.side)
  const createdAt = deps.clock.now()
  const storedMessage = await insertMessage(transaction, conversation, {
    text,
    clientId,
    createdAt,
    hasContactDetails: input.hasContactDetails && !(await hasPaidRequestBetween(transaction, conversation)),
  })
  if (!storedMessage) throw conflict(CANNOT_WRITE)
  const { row } = storedMessage
  if (!storedMessage.isNew) {
    if (row.text !== text) throw conflict(CLIENT_ID_REUSED)
    // The sender may have missed the first acknowledgement.
    await deps.hub.pushOnCommit(transaction, 'chat', toAcknowledgement(row, conversation))
    return toMessageResponse(row, conversation, senderId)
  }
  await deps.jobs.publish(transaction, 'message.sent', {
    conversationId: conversation.id,
    messageId: row.id,
    senderId,
    sentAt: createdAt.toISOString(),
    isFirst: row.sequence === 1,
  })
  await deps.hub.pushOnCommit(
    transaction,
    'chat',
    ...(isNewConversation ? toConversationPushes(conversation, senderId, clientId) : []),
    ...toMessagePushes(row, conversation),
  )
  return toMessageResponse(row, conversation, senderId)
}
