import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { lockPairUnlessBlocked } from '../blocks/index.ts'
import { canMessageSql } from '../bookings/index.ts'
import { findSide, type Members } from './conversations/conversation.ts'
import type { MessageRow } from './messages/message.ts'
import { findConversationId } from './queries.ts'
import { conversations, messages, presences } from './tables.ts'

/** A conversation whose messages and read positions can't change until the transaction ends. */
export type LockedConversation = typeof conversations.$inferSelect & {
  /** The side of the user for whom it was locked. */
  side: Side
  /** Whether the members may write to each other. */
  isOpen: boolean
}

/** Locks a conversation for one of its members. @throws AppError 404 for anyone else */
export async function lockConversation(
  transaction: Transaction,
  conversationId: number,
  userId: number,
  now: Date,
): Promise<LockedConversation> {
  const isMember = or(eq(conversations.familyId, userId), eq(conversations.caregiverId, userId))
  const [row] = await transaction
    .select({ conversation: conversations, isOpen: canMessageSql(now, 'conversations') })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isMember))
    .for('no key update')
  const side = row && findSide(row.conversation, userId)
  if (!row || !side) throw notFound()
  return { ...row.conversation, side, isOpen: row.isOpen }
}

/**
 * Inserts the conversation of a family and a caregiver, or finds it if a concurrent transaction has just
 * inserted it.
 */
export async function insertConversation(
  transaction: Transaction,
  members: Members,
  createdAt: Date,
): Promise<{ id: number; isNew: boolean }> {
  const [insertedRow] = await transaction
    .insert(conversations)
    .values({ ...members, createdAt, lastMessageAt: createdAt })
    .onConflictDoNothing()
    .returning({ id: conversations.id })
  if (insertedRow) return { id: insertedRow.id, isNew: true }
  const id = await findConversationId(transaction, members)
  if (id === null) throw new Error('The conversation was neither inserted nor found')
  return { id, isNew: false }
}

/**
 * Appends a message to a locked conversation, or finds the one that the same side sent earlier with the same
 * `clientId`.
 * @param message.hasContactDetails false once the two members have a paid booking, whatever the text has
 * @returns null if the message would be new but the members may not write
 */
export async function insertMessage(
  transaction: Transaction,
  conversation: LockedConversation,
  message: { text: string; hasContactDetails: boolean; clientId: string | null; createdAt: Date },
): Promise<{ row: MessageRow; isNew: boolean } | null> {
  const { id: conversationId, side: sender, familyId, caregiverId } = conversation
  const { clientId, createdAt } = message
  const earlierMessage =
    clientId === null ? null : await findMessageByClientId(transaction, { conversationId, sender, clientId })
  if (earlierMessage) return { row: earlierMessage, isNew: false }
  const mayWrite = conversation.isOpen && (await lockPairUnlessBlocked(transaction, familyId, caregiverId))
  if (!mayWrite) return null
  const sequence = conversation.lastSequence + 1
  await transaction
    .update(conversations)
    .set({ lastSequence: sequence, lastMessageAt: createdAt })
    .where(eq(conversations.id, conversationId))
  const [row] = await transaction
    .insert(messages)
    .values({ ...message, conversationId, sequence, sender })
    .returning()
  if (!row) throw new Error('The message was not inserted')
  return { row, isNew: true }
}

/** The message that a side sent with this id of its client; undefined if there is none. */
async function findMessageByClientId(
  transaction: Transaction,
  { conversationId, sender, clientId }: { conversationId: number; sender: Side; clientId: string },
): Promise<MessageRow | undefined> {
  const [row] = await transaction
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.sender, sender),
        eq(messages.clientId, clientId),
      ),
    )
  return row
}

/**
 * Marks the messages that a side of a locked conversation received in the range (`from`, `through`] as read.
 * @param range.readAt the time that the sender sees; null if the sender is not to see that they were read
 */
export async function setReadPosition(
  transaction: Transaction,
  range: { conversationId: number; side: Side; from: number; through: number; readAt: Date | null },
): Promise<void> {
  const { conversationId, side, from, through, readAt } = range
  await transaction
    .update(conversations)
    .set(side === 'caretaker' ? { familyRead: through } : { caregiverRead: through })
    .where(eq(conversations.id, conversationId))
  if (readAt === null) return
  await transaction
    .update(messages)
    .set({ readAt })
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.sequence, from),
        lte(messages.sequence, through),
        sql`${messages.sender} <> ${side}`,
      ),
    )
}

/** Stores when a user was last seen. */
export async function updateLastSeen(transaction: Transaction, userId: number, seenAt: Date): Promise<void> {
  await transaction
    .insert(presences)
    .values({ userId, seenAt })
    .onConflictDoUpdate({ target: presences.userId, set: { seenAt } })
}
