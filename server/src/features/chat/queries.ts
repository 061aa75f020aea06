import type { Conversation, ConversationBooking } from '@tendwell/contract/chat/chat'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, count, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { hasBlocked, isBlockedBetween } from '../blocks/index.ts'
import {
  canMessageSql,
  findOpenBooking,
  selectOpenBooking,
  toConversationBooking,
} from '../bookings/index.ts'
import { shownName, toAvatarUrl, users } from '../people/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { findSide, getMemberId, getOtherSide, type Members, toMembers } from './conversations/conversation.ts'
import { toShownText } from './messages/message.ts'
import { conversations, messages } from './tables.ts'

const families = alias(users, 'caretakers')
const caregivers = alias(users, 'caregivers')
const lastMessages = alias(messages, 'last_messages')

const memberColumn = { caretaker: conversations.familyId, caregiver: conversations.caregiverId }
const readColumn = { caretaker: conversations.familyRead, caregiver: conversations.caregiverRead }

/**
 * A subquery for statements on conversations: how many messages a side received and hasn't read, without
 * those that staff removed.
 */
function selectUnreadCount(side: Side): SQL<number> {
  return sql<number>`(SELECT count(*)::int FROM messages AS unread WHERE unread.conversation_id = ${conversations.id}
    AND unread.sequence > ${readColumn[side]} AND unread.sender <> ${side} AND unread.hidden_at IS NULL)`
}

/** SQL: whether one member of a conversation blocks the other. */
const isPairBlocked = isBlockedBetween(conversations.familyId, conversations.caregiverId)

/**
 * An expression for statements on conversations: up to which sequence the other side has read, as `side` may
 * know it. While a block separates the two, only what was read before the block counts.
 */
function selectOtherReadSequence(side: Side): SQL<number> {
  return sql<number>`(CASE WHEN ${isPairBlocked} THEN
    (SELECT coalesce(max(own.sequence), 0) FROM messages AS own WHERE own.conversation_id = ${sql.raw('conversations.id')}
      AND own.sender = ${side} AND own.read_at IS NOT NULL)
    ELSE ${readColumn[getOtherSide(side)]} END)`
}

/** The ids of the conversations that a person has with any of the others. */
export async function listConversationsWith(
  reader: Reader,
  userId: number,
  otherIds: readonly number[],
): Promise<number[]> {
  const { familyId, caregiverId } = conversations
  const rows = await reader
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      or(
        and(eq(familyId, userId), inArray(caregiverId, [...otherIds])),
        and(eq(caregiverId, userId), inArray(familyId, [...otherIds])),
      ),
    )
  return rows.map(({ id }) => id)
}

/** The times at which a person started conversations after `since`, oldest first. */
export async function listConversationStarts(reader: Reader, userId: number, since: Date): Promise<Date[]> {
  const isStarter = or(
    ...(['caretaker', 'caregiver'] as const).map((side) =>
      and(eq(memberColumn[side], userId), eq(messages.sender, side)),
    ),
  )
  const rows = await reader
    .select({ createdAt: conversations.createdAt })
    .from(conversations)
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.sequence, 1)))
    .where(and(isStarter, gt(conversations.createdAt, since)))
    .orderBy(conversations.createdAt)
  return rows.map(({ createdAt }) => createdAt)
}

/** The query of conversations as the member on a side sees them. */
function selectConversations(reader: Reader, side: Side, now: Date) {
  return reader
    .select({
      conversation: conversations,
      caretaker: {
        fullName: families.fullName,
        avatarFileId: families.avatarFileId,
        isActive: families.isActive,
      },
      caregiver: {
        fullName: shownName(caregivers.fullName, conversations.caregiverId, memberColumn[side]),
        avatarFileId: caregivers.avatarFileId,
        isActive: caregivers.isActive,
      },
      lastText: lastMessages.text,
      lastHiddenAt: lastMessages.hiddenAt,
      lastSender: lastMessages.sender,
      unreadCount: selectUnreadCount(side),
      canWrite: canMessageSql(now, 'conversations'),
      hasBlocked: hasBlocked(memberColumn[side], memberColumn[getOtherSide(side)]),
      isCaregiverListed: sql<boolean>`(${caregiverProfiles.isListed} AND NOT ${isPairBlocked})`,
      otherReadSequence: selectOtherReadSequence(side),
      booking: selectOpenBooking(now),
    })
    .from(conversations)
    .innerJoin(families, eq(families.id, conversations.familyId))
    .innerJoin(caregivers, eq(caregivers.id, conversations.caregiverId))
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, conversations.caregiverId))
    .innerJoin(
      lastMessages,
      and(
        eq(lastMessages.conversationId, conversations.id),
        eq(lastMessages.sequence, conversations.lastSequence),
      ),
    )
}

type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number]

/** A conversation as the member on this side sees it. */
function toConversationResponse({ conversation, ...row }: ConversationRow, side: Side): Conversation {
  const toMember = (memberSide: Side) => ({
    id: getMemberId(conversation, memberSide),
    full_name: row[memberSide].fullName,
    avatar: toAvatarUrl(row[memberSide]),
  })
  return {
    id: conversation.id,
    caretaker: toMember('caretaker'),
    caregiver: toMember('caregiver'),
    last_message: toShownText({ text: row.lastText, hiddenAt: row.lastHiddenAt }),
    last_message_at: conversation.lastMessageAt.toISOString(),
    last_message_sender_id: getMemberId(conversation, row.lastSender),
    last_sequence: conversation.lastSequence,
    unread_count: row.unreadCount,
    read_sequence: side === 'caretaker' ? conversation.familyRead : conversation.caregiverRead,
    other_read_sequence: row.otherReadSequence,
    is_caregiver_listed: row.isCaregiverListed,
    can_write: row.canWrite,
    has_blocked: row.hasBlocked,
    booking: toConversationBooking(row.booking),
  }
}

/**
 * A page of a user's conversations, most recent message first.
 * @param filter.otherId limits the list to the conversation with this user; undefined lists all
 * @returns also the open booking with that user
 */
export async function listConversations(
  reader: Reader,
  { side, userId, otherId }: { side: Side; userId: number; otherId: number | undefined },
  page: PageRequest,
  now: Date,
): Promise<{ count: number; results: Conversation[]; booking: ConversationBooking | null }> {
  const condition = and(
    eq(memberColumn[side], userId),
    otherId === undefined ? undefined : eq(memberColumn[getOtherSide(side)], otherId),
  )
  const [total] = await reader.select({ count: count() }).from(conversations).where(condition)
  const rows = await selectConversations(reader, side, now)
    .where(condition)
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const booking =
    otherId === undefined ? null : await findOpenBooking(reader, toMembers(side, userId, otherId), now)
  return { count: total?.count ?? 0, results: rows.map((row) => toConversationResponse(row, side)), booking }
}

/** Counts a user's unread messages in all conversations. */
export async function countUnreadMessages(reader: Reader, side: Side, userId: number): Promise<number> {
  const [row] = await reader
    .select({ total: sql<number>`coalesce(sum(${selectUnreadCount(side)}), 0)::int` })
    .from(conversations)
    .where(eq(memberColumn[side], userId))
  return row?.total ?? 0
}

/** A conversation from its member's point of view. @throws AppError 404 for anyone else */
export async function getConversation(
  reader: Reader,
  userId: number,
  conversationId: number,
  now: Date,
): Promise<Conversation> {
  const { side } = await getMembership(reader, userId, conversationId)
  const [row] = await selectConversations(reader, side, now).where(eq(conversations.id, conversationId))
  if (!row) throw notFound()
  return toConversationResponse(row, side)
}

/** A conversation's row and the side the user is on. @throws AppError 404 unless the user is a member */
export async function getMembership(reader: Reader, userId: number, conversationId: number) {
  const isMember = or(eq(conversations.familyId, userId), eq(conversations.caregiverId, userId))
  const [conversation] = await reader
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isMember))
  const side = conversation && findSide(conversation, userId)
  if (!conversation || !side) throw notFound()
  return { conversation, side }
}

/** Up to which sequence the other side of a conversation has read, as `side` may know it. */
export async function getOtherReadSequence(
  reader: Reader,
  conversationId: number,
  side: Side,
): Promise<number> {
  const [row] = await reader
    .select({ sequence: selectOtherReadSequence(side) })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
  return row?.sequence ?? 0
}

/** The id of the conversation between a family and a caregiver, or null. */
export async function findConversationId(reader: Reader, members: Members): Promise<number | null> {
  const [row] = await reader
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.familyId, members.familyId), eq(conversations.caregiverId, members.caregiverId)),
    )
  return row?.id ?? null
}

/** The id of the conversation between two people, whichever of them is the family; or null. */
export async function findConversationBetween(
  reader: Reader,
  personIds: readonly number[],
): Promise<number | null> {
  const [row] = await reader
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        inArray(conversations.familyId, [...personIds]),
        inArray(conversations.caregiverId, [...personIds]),
      ),
    )
  return row?.id ?? null
}

/** Whether a family and a caregiver have a conversation. */
export async function hasConversation(reader: Reader, members: Members): Promise<boolean> {
  return (await findConversationId(reader, members)) !== null
}
