import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { isPairBlocked } from '../../blocks/index.ts'
import { getMemberId, getOtherSide } from '../conversations/conversation.ts'
import { type ReadReceipt, toReadFrame } from '../frames/outgoing-frames.ts'
import { lockConversation, setReadPosition, updateLastSeen } from '../store.ts'
import { findLastSequence, getUnreadState } from './message-queries.ts'

/**
 * Marks the newest of these messages and every earlier one that the actor received as read. Pushes this to
 * both members, or between blocked people to the actor only.
 * @throws AppError 404 for someone else's conversation, or if none of the messages belongs to it
 * @see docs/rules/chat-and-notifications.md#messages
 */
export async function markMessagesRead(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'hub' | 'jobs'>,
  actor: Actor,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<ReadReceipt> {
  const conversation = await lockConversation(transaction, conversationId, actor.id, deps.clock.now())
  const { side } = conversation
  const through = await findLastSequence(transaction, conversationId, messageIds)
  if (through === null) throw notFound()
  const readBefore = side === 'caretaker' ? conversation.familyRead : conversation.caregiverRead
  const now = deps.clock.now()
  const isNew = through > readBefore
  await updateLastSeen(transaction, actor.id, now)
  const { familyId, caregiverId } = conversation
  // While a block separates the members, neither learns when the other reads their messages.
  const isSeparated = await isPairBlocked(transaction, familyId, caregiverId)
  const readAt = isSeparated ? null : now
  if (isNew) await setReadPosition(transaction, { conversationId, side, from: readBefore, through, readAt })
  const readSequence = Math.max(readBefore, through)
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
      userIds: isSeparated ? [actor.id] : [familyId, caregiverId],
      frame: toReadFrame(receipt, actor.id),
    })
  }
  return receipt
}
