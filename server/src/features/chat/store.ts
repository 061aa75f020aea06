import { and, eq, gt, inArray, lte, max, or, sql } from 'drizzle-orm'
import { runPrepared, type Transaction } from '../../platform/database.ts'
import type { Pair, Side } from './conversation.ts'
import type { MessageRow } from './message.ts'
import { conversations, messages, presences } from './tables.ts'

/** A conversation that no message is added to and nobody reads in until the transaction ends. */
export type LockedConversation = typeof conversations.$inferSelect & {
  /** The accounts of both people are open. */
  isOpen: boolean
}

/** Locks one of a person's conversations; null for what is not there or not theirs. */
export async function lockConversation(
  transaction: Transaction,
  conversationId: number,
  userId: number,
): Promise<LockedConversation | null> {
  const isTheirs = or(eq(conversations.caretakerId, userId), eq(conversations.caregiverId, userId))
  const [row] = await transaction
    .select({
      conversation: conversations,
      isOpen: sql<boolean>`(SELECT bool_and(people.is_active) FROM users AS people
        WHERE people.id IN (${conversations.caretakerId}, ${conversations.caregiverId}))`,
    })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isTheirs))
    .for('no key update')
  return row ? { ...row.conversation, isOpen: row.isOpen } : null
}

/** Makes the one conversation of a pair. @returns its id, and whether it is new: of two at once one is */
export async function insertConversation(
  transaction: Transaction,
  pair: Pair,
  createdAt: Date,
): Promise<{ id: number; isNew: boolean }> {
  const [inserted] = await transaction
    .insert(conversations)
    .values({ ...pair, createdAt, lastMessageAt: createdAt })
    .onConflictDoNothing()
    .returning({ id: conversations.id })
  if (inserted) return { id: inserted.id, isNew: true }
  const [found] = await transaction
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.caretakerId, pair.caretakerId), eq(conversations.caregiverId, pair.caregiverId)),
    )
  if (!found) throw new Error('A conversation was neither made nor found')
  return { id: found.id, isNew: false }
}

const ADD_MESSAGE = {
  name: 'add_message',
  text: `
    WITH sent AS (
      SELECT * FROM messages WHERE conversation_id = $1::int AND sender = $2::text AND client_id = $3::text),
    counted AS (
      UPDATE conversations SET last_sequence = last_sequence + 1, last_message_at = $4::timestamptz
      WHERE id = $1 AND $5::boolean AND NOT EXISTS (SELECT FROM sent) RETURNING last_sequence),
    added AS (
      INSERT INTO messages (conversation_id, sequence, sender, text, client_id, created_at)
      SELECT $1, last_sequence, $2, $6::text, $3, $4 FROM counted RETURNING *)
    SELECT id, sequence, text, created_at, read_at, true AS is_new FROM added
    UNION ALL SELECT id, sequence, text, created_at, read_at, false FROM sent`,
}

type NewMessage = { sender: Side; text: string; clientId: string | null; createdAt: Date }

/**
 * Adds a message to a locked conversation, with the sequence after its last one, unless this side has sent one under
 * its `clientId` before: then that one is answered.
 * @returns null where there is none to answer and nothing may be added, because an account is closed
 */
export async function insertMessage(
  transaction: Transaction,
  { id: conversationId, isOpen }: LockedConversation,
  { sender, text, clientId, createdAt }: NewMessage,
): Promise<{ row: MessageRow; isNew: boolean } | null> {
  const rows = await runPrepared<StoredMessage>(transaction, ADD_MESSAGE, [
    conversationId,
    sender,
    clientId,
    createdAt.toISOString(),
    isOpen,
    text,
  ])
  const [stored] = rows
  if (!stored) return null
  const { id, sequence, is_new: isNew } = stored
  const [storedAt, readAt] = [new Date(stored.created_at), stored.read_at ? new Date(stored.read_at) : null]
  const message = { conversationId, sender, text: stored.text, clientId, createdAt: storedAt, readAt }
  return { row: { id, sequence, ...message }, isNew }
}

type StoredMessage = {
  id: number
  sequence: number
  text: string
  created_at: string
  read_at: string | null
  is_new: boolean
}

/** The highest sequence among these messages of a conversation; null where none of them is in it. */
export async function lastSequenceOf(
  transaction: Transaction,
  conversationId: number,
  messageIds: readonly number[],
): Promise<number | null> {
  const [row] = await transaction
    .select({ sequence: max(messages.sequence) })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.id, [...messageIds])))
  return row?.sequence ?? null
}

/**
 * Moves on how far a side of a locked conversation has read.
 * @param reading.through a sequence beyond `reading.from`, which was read before
 * @returns how many messages of the other side were read by that
 */
export async function markRead(
  transaction: Transaction,
  reading: { conversationId: number; side: Side; from: number; through: number; readAt: Date },
): Promise<number> {
  const { conversationId, side, from, through, readAt } = reading
  await transaction
    .update(conversations)
    .set(side === 'caretaker' ? { caretakerRead: through } : { caregiverRead: through })
    .where(eq(conversations.id, conversationId))
  const { rowCount } = await transaction
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
  return rowCount ?? 0
}

/** Writes down that these people are there. Always in the order of their ids, so that two nodes never deadlock. */
export async function markSeen(
  transaction: Transaction,
  userIds: readonly number[],
  seenAt: Date,
): Promise<void> {
  if (userIds.length === 0) return
  await transaction
    .insert(presences)
    .values([...userIds].sort((one, other) => one - other).map((userId) => ({ userId, seenAt })))
    .onConflictDoUpdate({ target: presences.userId, set: { seenAt } })
}
