import type { ChatMessage } from '@tendwell/contract/chat/chat'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { shownName, users } from '../../people/index.ts'
import { findSharedContactError } from '../../profiles/index.ts'
import { getMemberId, getOtherSide } from '../conversations/conversation.ts'
import { getMembership, getOtherReadSequence } from '../queries.ts'
import { conversations, messages, presences } from '../tables.ts'
import { messageColumns, toMessageResponse } from './message.ts'

/** How long the texts of one response or frame may be together. A page always has at least one message. */
const MAX_CHARACTERS_PER_PAGE = 64_000

const families = alias(users, 'caretakers')
const caregivers = alias(users, 'caregivers')
const firstMessages = alias(messages, 'first_messages')

/** Selects the messages after a sequence, those before a sequence, or by default the newest ones. */
export type MessageRange = { after?: number | undefined; before?: number | undefined; limit: number }

/** The first of the messages, up to the size limit of a page. */
function takeWithinSizeLimit<Row extends { text: string }>(rows: readonly Row[]): Row[] {
  let characters = 0
  return rows.filter(({ text }, index) => {
    characters += text.length
    return index === 0 || characters <= MAX_CHARACTERS_PER_PAGE
  })
}

/**
 * Messages of a member's conversation in ascending sequence, and up to which sequence each of the two members
 * has read.
 * @throws AppError 404 unless the user is a member
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
export async function listMessages(
  reader: Reader,
  userId: number,
  conversationId: number,
  { after, before, limit }: MessageRange,
): Promise<{
  lastSequence: number
  readSequence: number
  otherReadSequence: number
  results: ChatMessage[]
}> {
  const { conversation, side } = await getMembership(reader, userId, conversationId)
  const isAscending = after !== undefined
  const rows = await reader
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isAscending ? gt(messages.sequence, after) : undefined,
        before === undefined ? undefined : lt(messages.sequence, before),
      ),
    )
    .orderBy(isAscending ? asc(messages.sequence) : desc(messages.sequence))
    .limit(limit)
  const page = takeWithinSizeLimit(rows)
  if (!isAscending) page.reverse()
  return {
    // A message may have arrived between the two statements.
    lastSequence: Math.max(conversation.lastSequence, ...page.map(({ sequence }) => sequence)),
    readSequence: side === 'caretaker' ? conversation.familyRead : conversation.caregiverRead,
    otherReadSequence: await getOtherReadSequence(reader, conversationId, side),
    results: page.map((row) => toMessageResponse(row, conversation, userId)),
  }
}

/** How many changed messages a reconnecting client gets at most. */
const MAX_CHANGED = 50

/**
 * The messages up to a sequence that staff removed or showed again, latest change first. A client that
 * reconnects replaces its copies by them. The caller has checked the membership.
 * @param range.through the last sequence that the client has
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
export async function listChangedMessages(
  reader: Reader,
  userId: number,
  { conversationId, through }: { conversationId: number; through: number },
): Promise<ChatMessage[]> {
  const rows = await reader
    .select({ message: messageColumns, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isNotNull(messages.changedAt),
        lte(messages.sequence, through),
      ),
    )
    .orderBy(desc(messages.changedAt))
    .limit(MAX_CHANGED)
  return takeWithinSizeLimit(
    rows.map(({ message, conversation }) => toMessageResponse(message, conversation, userId)),
  )
}

/** A message as one of its two members reads it now. @throws AppError 404 if there is no such message */
export async function getMessage(reader: Reader, userId: number, messageId: number): Promise<ChatMessage> {
  const [row] = await reader
    .select({ message: messageColumns, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(eq(messages.id, messageId))
  if (!row) throw notFound()
  return toMessageResponse(row.message, row.conversation, userId)
}

/** The highest sequence of those of the messages that belong to the conversation; null if none does. */
export async function findLastSequence(
  reader: Reader,
  conversationId: number,
  messageIds: readonly number[],
): Promise<number | null> {
  const [row] = await reader
    .select({ sequence: max(messages.sequence) })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.id, [...messageIds])))
  return row?.sequence ?? null
}

type UnreadState = {
  unreadCount: number
  /** When the oldest unread message was sent, or null if there is none. */
  unreadSince: Date | null
  /** When the newest of the read messages was read, or null if none was. */
  lastReadAt: Date | null
}

/**
 * Counts the messages that one side received and has not read, without those that staff removed.
 * @param options.readSequence up to which sequence the side has read
 */
export async function getUnreadState(
  reader: Reader,
  { conversationId, side, readSequence }: { conversationId: number; side: Side; readSequence: number },
): Promise<UnreadState> {
  const isReceived = and(eq(messages.conversationId, conversationId), sql`${messages.sender} <> ${side}`)
  const lastRead = reader
    .select({ readAt: messages.readAt })
    .from(messages)
    .where(and(isReceived, lte(messages.sequence, readSequence)))
    .orderBy(desc(messages.sequence))
    .limit(1)
  const [row] = await reader
    .select({
      unreadCount: count(),
      unreadSince: min(messages.createdAt),
      lastReadAt: sql<Date | null>`(${lastRead})`.mapWith(messages.readAt),
    })
    .from(messages)
    .where(and(isReceived, gt(messages.sequence, readSequence), isNull(messages.hiddenAt)))
  return row ?? { unreadCount: 0, unreadSince: null, lastReadAt: null }
}

/**
 * What a mail may quote of the messages that one side has not read: the newest one. Null if it was removed, or
 * has a contact or a link, which a mail would turn into something to press.
 * @param options.readSequence up to which sequence the side has read
 * @see docs/rules/chat-and-notifications.md#chat-emails
 */
export async function findQuote(
  reader: Reader,
  { conversationId, side, readSequence }: { conversationId: number; side: Side; readSequence: number },
): Promise<string | null> {
  const [newest] = await reader
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        sql`${messages.sender} <> ${side}`,
        gt(messages.sequence, readSequence),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(1)
  if (!newest || newest.hiddenAt || newest.isErased) return null
  return findSharedContactError(newest.text) === null ? newest.text : null
}

/** The facts about a message that its notifications and emails depend on. */
export type MessageDetails = {
  conversationId: number
  sequence: number
  sentAt: Date
  senderSide: Side
  senderId: number
  recipientId: number
  /** As the recipient sees it. */
  senderName: string
  /** Up to which sequence the recipient has read. */
  recipientReadSequence: number
  /** The recipient's unread messages in this conversation. */
  unreadCount: number
  /** When the oldest unread message was sent, or null if there is none. */
  unreadSince: Date | null
  /** When the recipient was last seen, or null if never. */
  recipientSeenAt: Date | null
  /** Whether this sender also sent the conversation's first message. */
  isByStarter: boolean
}

/** Reads the facts about a message. @throws AppError 404 if there is no such message */
export async function getMessageDetails(reader: Reader, messageId: number): Promise<MessageDetails> {
  const [row] = await reader
    .select({
      conversation: conversations,
      message: messages,
      familyName: families.fullName,
      caregiverName: shownName(caregivers.fullName, conversations.caregiverId, conversations.familyId),
      firstSender: firstMessages.sender,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(families, eq(families.id, conversations.familyId))
    .innerJoin(caregivers, eq(caregivers.id, conversations.caregiverId))
    .innerJoin(
      firstMessages,
      and(eq(firstMessages.conversationId, conversations.id), eq(firstMessages.sequence, 1)),
    )
    .where(eq(messages.id, messageId))
  if (!row) throw notFound()
  const { conversation, message } = row
  const recipientSide = getOtherSide(message.sender)
  const recipientId = getMemberId(conversation, recipientSide)
  const recipientReadSequence =
    recipientSide === 'caretaker' ? conversation.familyRead : conversation.caregiverRead
  const { unreadCount, unreadSince } = await getUnreadState(reader, {
    conversationId: conversation.id,
    side: recipientSide,
    readSequence: recipientReadSequence,
  })
  const [presence] = await reader.select().from(presences).where(eq(presences.userId, recipientId))
  return {
    conversationId: conversation.id,
    sequence: message.sequence,
    sentAt: message.createdAt,
    senderSide: message.sender,
    senderId: getMemberId(conversation, message.sender),
    recipientId,
    senderName: message.sender === 'caretaker' ? row.familyName : row.caregiverName,
    recipientReadSequence,
    unreadCount,
    unreadSince,
    recipientSeenAt: presence?.seenAt ?? null,
    isByStarter: row.firstSender === message.sender,
  }
}
