import type { Side } from '@tendwell/contract/accounts'
import type { ChatMessage } from '@tendwell/contract/chat'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import { findUser } from '../accounts/index.ts'
import { hasRequestBetween } from '../bookings/index.ts'
import { caregiverProfiles, grantFamilyAccess } from '../profiles/index.ts'
import { findSide, getMemberId, getOtherSide, getSideOfRole, type Members } from './conversation.ts'
import { toMessageResponse } from './message.ts'
import { findLastSequence, getUnreadState } from './message-queries.ts'
import {
  type ReadReceipt,
  toAcknowledgement,
  toConversationPushes,
  toMessagePushes,
  toReadFrame,
} from './outgoing-frames.ts'
import { findConversationId } from './queries.ts'
import {
  insertConversation,
  insertMessage,
  type LockedConversation,
  lockConversation,
  markRead,
  updateLastSeen,
} from './store.ts'

type CommandDeps = Pick<Deps, 'clock' | 'hub' | 'jobs'>

/** `clientId` is the sender's own id for the message. */
export type MessageInput = { text: string; clientId: string | undefined }

const ACCOUNT_CLOSED = "This account is closed and can't receive messages"
const CLIENT_ID_REUSED = 'This client_id was already used for a different message'

/**
 * Sends a message in a conversation. Sending the same `clientId` again stores nothing and acknowledges it again.
 * @throws AppError 404 for someone else's conversation, 409 if the other account is closed or if the `clientId` was
 * used for a different text
 * @see docs/rules/chat-and-notifications.md#messages
 */
export async function sendMessage(
  transaction: Transaction,
  deps: CommandDeps,
  actor: Actor,
  { conversationId, input }: { conversationId: number; input: MessageInput },
): Promise<ChatMessage> {
  const { conversation, side } = await lockOwnConversation(transaction, actor, conversationId)
  return storeAndPush(transaction, deps, { conversation, side, input, isNewConversation: false })
}

/**
 * Sends a message to a user, and starts a conversation if there is none yet.
 * @throws AppError 400 without a recipient, 403 for admins, 404 if the actor may not write to the recipient
 * @see docs/rules/chat-and-notifications.md#who-may-write
 */
export async function startConversation(
  transaction: Transaction,
  deps: CommandDeps,
  actor: Actor,
  { to, input }: { to: Partial<Record<Side, number>>; input: MessageInput },
): Promise<{ conversationId: number; message: ChatMessage }> {
  const members = parseMembers(actor, to)
  const existingId = await findConversationId(transaction, members)
  if (existingId === null && !(await canStart(transaction, actor, members))) throw notFound()
  const { id, isNew } =
    existingId === null
      ? await createConversation(transaction, deps, members)
      : { id: existingId, isNew: false }
  const { conversation, side } = await lockOwnConversation(transaction, actor, id)
  const message = await storeAndPush(transaction, deps, {
    conversation,
    side,
    input,
    isNewConversation: isNew,
  })
  return { conversationId: id, message }
}

async function createConversation(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  members: Members,
) {
  const at = clock.now()
  await grantFamilyAccess(transaction, { ...members, at })
  return insertConversation(transaction, members, at)
}

function parseMembers(actor: Actor, to: Partial<Record<Side, number>>): Members {
  const side = getSideOfRole(actor.role)
  if (!side) throw forbidden()
  const otherSide = getOtherSide(side)
  const otherId = to[otherSide]
  if (otherId === undefined) {
    const label = otherSide === 'caregiver' ? 'Caregiver' : 'Family'
    throw invalid({ [`${otherSide}_id`]: [`${label} is required`] })
  }
  if (to[side] !== undefined && to[side] !== actor.id) {
    throw invalid({ [`${side}_id`]: ['This must be your own id'] })
  }
  return side === 'caretaker'
    ? { caretakerId: actor.id, caregiverId: otherId }
    : { caretakerId: otherId, caregiverId: actor.id }
}

async function canStart(transaction: Transaction, actor: Actor, members: Members): Promise<boolean> {
  if (actor.id === members.caretakerId) {
    const [caregiver] = await transaction
      .select({ isListed: caregiverProfiles.isListed })
      .from(caregiverProfiles)
      .where(eq(caregiverProfiles.userId, members.caregiverId))
    return caregiver?.isListed ?? false
  }
  const family = await findUser(transaction, members.caretakerId)
  return family?.isActive === true && (await hasRequestBetween(transaction, members))
}

async function lockOwnConversation(
  transaction: Transaction,
  actor: Actor,
  conversationId: number,
): Promise<{ conversation: LockedConversation; side: Side }> {
  const conversation = await lockConversation(transaction, conversationId, actor.id)
  const side = conversation && findSide(conversation, actor.id)
  if (!conversation || !side) throw notFound()
  return { conversation, side }
}

type NewMessage = {
  conversation: LockedConversation
  side: Side
  input: MessageInput
  isNewConversation: boolean
}

/** Runs under the conversation's lock, so that sequences, commits and pushed frames share one order. */
async function storeAndPush(
  transaction: Transaction,
  deps: CommandDeps,
  { conversation, side, input, isNewConversation }: NewMessage,
): Promise<ChatMessage> {
  const { text, clientId = null } = input
  const conversationId = conversation.id
  const senderId = getMemberId(conversation, side)
  const createdAt = deps.clock.now()
  const stored = await insertMessage(transaction, conversation, { sender: side, text, clientId, createdAt })
  if (!stored) throw conflict(ACCOUNT_CLOSED)
  const { row } = stored
  if (!stored.isNew) {
    if (row.text !== text) throw conflict(CLIENT_ID_REUSED)
    // The sender may have missed the first acknowledgement.
    await deps.hub.pushOnCommit(transaction, 'chat', toAcknowledgement(row, conversation))
    return toMessageResponse(row, conversation, senderId)
  }
  await deps.jobs.publish(transaction, 'message.sent', {
    conversationId,
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

/**
 * Marks these messages and every earlier one as read.
 * @throws AppError 404 for someone else's conversation, or if none of the messages belongs to it
 * @see docs/rules/chat-and-notifications.md#messages
 */
export async function markMessagesRead(
  transaction: Transaction,
  deps: CommandDeps,
  actor: Actor,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<ReadReceipt> {
  const { conversation, side } = await lockOwnConversation(transaction, actor, conversationId)
  const through = await findLastSequence(transaction, conversationId, messageIds)
  if (through === null) throw notFound()
  const from = side === 'caretaker' ? conversation.caretakerRead : conversation.caregiverRead
  const now = deps.clock.now()
  const isNew = through > from
  await updateLastSeen(transaction, actor.id, now)
  if (isNew) await markRead(transaction, { conversationId, side, from, through, readAt: now })
  const readSequence = Math.max(from, through)
  const { unreadCount, lastReadAt } = await getUnreadState(transaction, {
    conversationId,
    side,
    readSequence,
  })
  const receipt: ReadReceipt = {
    conversationId,
    senderId: getMemberId(conversation, getOtherSide(side)),
    readSequence,
    readAt: lastReadAt ?? now,
    unreadCount,
    isNew,
  }
  if (isNew) {
    await deps.jobs.publish(transaction, 'conversation.read', {
      conversationId,
      readerId: actor.id,
      readAt: now.toISOString(),
    })
    await deps.hub.pushOnCommit(transaction, 'chat', {
      userIds: [conversation.caretakerId, conversation.caregiverId],
      frame: toReadFrame(receipt, actor.id),
    })
  }
  return receipt
}
