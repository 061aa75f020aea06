import type { ChatMessage, Conversation } from '@tendwell/contract/chat'
import { and, asc, count, desc, eq, gt, lt, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { otherSide, type Pair, personOn, type Side, sideIn } from './conversation.ts'
import { messageShown } from './message.ts'
import { conversations, messages, presences } from './tables.ts'

/** Characters that come with one answer, so that no frame and no answer is large; one message always comes. */
const TEXT_AT_ONCE = 64_000

const caretakers = alias(users, 'caretakers')
const caregivers = alias(users, 'caregivers')
const lastMessages = alias(messages, 'last_messages')

const personColumn = { caretaker: conversations.caretakerId, caregiver: conversations.caregiverId }
const readColumn = { caretaker: conversations.caretakerRead, caregiver: conversations.caregiverRead }

/** How many messages of the other one a side has not read, within a statement on conversations. */
function unreadCount(side: Side): SQL<number> {
  return sql<number>`(SELECT count(*)::int FROM messages AS unread WHERE unread.conversation_id = ${conversations.id}
    AND unread.sequence > ${readColumn[side]} AND unread.sender <> ${side})`
}

function selectConversations(reader: Reader, side: Side) {
  return reader
    .select({
      conversation: conversations,
      caretaker: {
        fullName: caretakers.fullName,
        avatar: caretakers.avatarFileId,
        isActive: caretakers.isActive,
      },
      caregiver: {
        fullName: caregivers.fullName,
        avatar: caregivers.avatarFileId,
        isActive: caregivers.isActive,
      },
      lastText: lastMessages.text,
      lastSender: lastMessages.sender,
      unread: unreadCount(side),
    })
    .from(conversations)
    .innerJoin(caretakers, eq(caretakers.id, conversations.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, conversations.caregiverId))
    .innerJoin(
      lastMessages,
      and(
        eq(lastMessages.conversationId, conversations.id),
        eq(lastMessages.sequence, conversations.lastSequence),
      ),
    )
}

type Listed = Awaited<ReturnType<typeof selectConversations>>[number]

function conversationShown({ conversation, ...listed }: Listed, side: Side): Conversation {
  const read = { caretaker: conversation.caretakerRead, caregiver: conversation.caregiverRead }
  const shown = (one: Side) => ({
    id: personOn(conversation, one),
    full_name: listed[one].fullName,
    avatar: toAvatarUrl(listed[one].avatar),
  })
  return {
    id: conversation.id,
    caretaker: shown('caretaker'),
    caregiver: shown('caregiver'),
    last_message: listed.lastText,
    last_message_at: conversation.lastMessageAt.toISOString(),
    last_message_sender_id: personOn(conversation, listed.lastSender),
    last_sequence: conversation.lastSequence,
    unread_count: listed.unread,
    read_sequence: read[side],
    other_read_sequence: read[otherSide(side)],
    can_write: listed[otherSide(side)].isActive,
  }
}

/** A page of a person's conversations, the last written in first: two statements. */
export async function conversationsOf(
  reader: Reader,
  { side, userId, otherId }: { side: Side; userId: number; otherId: number | undefined },
  page: PageRequest,
): Promise<{ count: number; results: Conversation[] }> {
  const own = and(
    eq(personColumn[side], userId),
    otherId === undefined ? undefined : eq(personColumn[otherSide(side)], otherId),
  )
  const [total] = await reader.select({ count: count() }).from(conversations).where(own)
  const rows = await selectConversations(reader, side)
    .where(own)
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(page.page_size)
    .offset(offsetOf(page))
  return { count: total?.count ?? 0, results: rows.map((row) => conversationShown(row, side)) }
}

/** How many messages a person has not read, in all conversations together. */
export async function unreadTotal(reader: Reader, side: Side, userId: number): Promise<number> {
  const [row] = await reader
    .select({ total: sql<number>`coalesce(sum(${unreadCount(side)}), 0)::int` })
    .from(conversations)
    .where(eq(personColumn[side], userId))
  return row?.total ?? 0
}

/** A conversation as one of its two sees it. @throws AppError 404 for anybody else */
export async function conversationFor(
  reader: Reader,
  userId: number,
  conversationId: number,
): Promise<Conversation> {
  const { side } = await membership(reader, userId, conversationId)
  const [listed] = await selectConversations(reader, side).where(eq(conversations.id, conversationId))
  if (!listed) throw notFound()
  return conversationShown(listed, side)
}

/** The conversation and the side that a person is on in it. @throws AppError 404 for anybody else */
export async function membership(reader: Reader, userId: number, conversationId: number) {
  const isTheirs = or(eq(conversations.caretakerId, userId), eq(conversations.caregiverId, userId))
  const [conversation] = await reader
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isTheirs))
  const side = conversation && sideIn(conversation, userId)
  if (!conversation || !side) throw notFound()
  return { conversation, side }
}

/** Those that follow `after`, or those ahead of `before`, or the newest. */
export type Span = { after?: number | undefined; before?: number | undefined; limit: number }

/** As many messages as one answer may hold; those furthest from where the reading began are left out first. */
function withinLimits<Row extends { text: string }>(rows: readonly Row[]): Row[] {
  let length = 0
  return rows.filter(({ text }, index) => {
    length += text.length
    return index === 0 || length <= TEXT_AT_ONCE
  })
}

/**
 * Messages of a conversation in the order of their sequence, for one of its two.
 * @returns `through` the last sequence of the conversation when it was looked at, and how far the two have read
 * @throws AppError 404 for anybody else
 */
export async function messagesFor(
  reader: Reader,
  userId: number,
  conversationId: number,
  { after, before, limit }: Span,
): Promise<{ through: number; read: number; otherRead: number; results: ChatMessage[] }> {
  const { conversation, side } = await membership(reader, userId, conversationId)
  const isUp = after !== undefined
  const rows = await reader
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isUp ? gt(messages.sequence, after) : undefined,
        before === undefined ? undefined : lt(messages.sequence, before),
      ),
    )
    .orderBy(isUp ? asc(messages.sequence) : desc(messages.sequence))
    .limit(limit)
  const found = withinLimits(rows)
  const read = { caretaker: conversation.caretakerRead, caregiver: conversation.caregiverRead }
  return {
    // A message may have come between the two statements.
    through: Math.max(conversation.lastSequence, ...found.map(({ sequence }) => sequence)),
    read: read[side],
    otherRead: read[otherSide(side)],
    results: (isUp ? found : found.reverse()).map((row) => messageShown(row, conversation, userId)),
  }
}

/** The conversation of a pair, or null. */
export async function findConversation(reader: Reader, pair: Pair): Promise<number | null> {
  const [row] = await reader
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.caretakerId, pair.caretakerId), eq(conversations.caregiverId, pair.caregiverId)),
    )
  return row?.id ?? null
}

/** What the other side has written that a reader has read through here: what still waits, and since when. */
export async function readingOf(
  reader: Reader,
  { conversationId, side, through }: { conversationId: number; side: Side; through: number },
): Promise<{ unread: number; waitingSince: Date | null; readAt: Date | null }> {
  const isTheirs = and(eq(messages.conversationId, conversationId), sql`${messages.sender} <> ${side}`)
  const lastRead = reader
    .select({ readAt: messages.readAt })
    .from(messages)
    .where(and(isTheirs, lte(messages.sequence, through)))
    .orderBy(desc(messages.sequence))
    .limit(1)
  const [row] = await reader
    .select({
      unread: count(),
      waitingSince: min(messages.createdAt),
      readAt: sql<Date | null>`(${lastRead})`.mapWith(messages.readAt),
    })
    .from(messages)
    .where(and(isTheirs, gt(messages.sequence, through)))
  return row ?? { unread: 0, waitingSince: null, readAt: null }
}

/** What those who tell people of a message need to know. */
export type MessageFacts = {
  conversationId: number
  sequence: number
  sentAt: Date
  senderSide: Side
  recipientId: number
  caretakerName: string
  caregiverName: string
  /** Through which sequence the recipient has read. */
  recipientRead: number
  /** Unread messages of the recipient in this conversation, and when the first of them was sent. */
  unread: number
  waitingSince: Date | null
  /** When the recipient was last there, or null. */
  recipientSeenAt: Date | null
  /** Whether the conversation began with this sender. */
  senderBegan: boolean
}

/** The facts of a message that is known to exist. @throws AppError 404 otherwise */
export async function messageFacts(reader: Reader, messageId: number): Promise<MessageFacts> {
  const firstMessages = alias(messages, 'first_messages')
  const [row] = await reader
    .select({
      conversation: conversations,
      message: messages,
      caretakerName: caretakers.fullName,
      caregiverName: caregivers.fullName,
      firstSender: firstMessages.sender,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(caretakers, eq(caretakers.id, conversations.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, conversations.caregiverId))
    .innerJoin(
      firstMessages,
      and(eq(firstMessages.conversationId, conversations.id), eq(firstMessages.sequence, 1)),
    )
    .where(eq(messages.id, messageId))
  if (!row) throw notFound()
  const { conversation, message } = row
  const recipientSide = otherSide(message.sender)
  const recipientId = personOn(conversation, recipientSide)
  const recipientRead =
    recipientSide === 'caretaker' ? conversation.caretakerRead : conversation.caregiverRead
  const { unread, waitingSince } = await readingOf(reader, {
    conversationId: conversation.id,
    side: recipientSide,
    through: recipientRead,
  })
  const [presence] = await reader.select().from(presences).where(eq(presences.userId, recipientId))
  return {
    conversationId: conversation.id,
    sequence: message.sequence,
    sentAt: message.createdAt,
    senderSide: message.sender,
    recipientId,
    caretakerName: row.caretakerName,
    caregiverName: row.caregiverName,
    recipientRead,
    unread,
    waitingSince,
    recipientSeenAt: presence?.seenAt ?? null,
    senderBegan: row.firstSender === message.sender,
  }
}
