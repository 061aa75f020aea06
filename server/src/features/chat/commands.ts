import type { ChatMessage } from '@tendwell/contract/chat'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/access.ts'
import type { Transaction } from '../../platform/database.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import type { Push } from '../../platform/realtime.ts'
import { findUser } from '../accounts/index.ts'
import { haveRequest } from '../bookings/index.ts'
import { caregiverProfiles, grantFamilyAccess } from '../profiles/index.ts'
import { otherSide, type Pair, personOn, type Side, sideIn, sideOfRole } from './conversation.ts'
import { type MessageRow, messageShown } from './message.ts'
import { findConversation, readingOf } from './queries.ts'
import {
  insertConversation,
  insertMessage,
  type LockedConversation,
  lastSequenceOf,
  lockConversation,
  markRead,
  markSeen,
} from './store.ts'

type Commanding = Pick<Deps, 'clock' | 'hub' | 'jobs'>

/** What somebody writes, and what their client calls it. */
export type Outgoing = { text: string; clientId: string | undefined }

const CLOSED = 'This account is closed, so it can no longer be written to'
const OTHER_TEXT = 'This client_id was used for another message'

/**
 * Writes a message in a conversation. The same `clientId` again is the same message: it is stored once, and its
 * sender is told of it again.
 * @throws AppError 404 for a conversation of others, 409 where the other person's account is closed, or where the
 * `clientId` was used for another text
 */
export async function sendMessage(
  transaction: Transaction,
  deps: Commanding,
  actor: Actor,
  { conversationId, outgoing }: { conversationId: number; outgoing: Outgoing },
): Promise<ChatMessage> {
  const { conversation, side } = await lockAs(transaction, actor, conversationId)
  return write(transaction, deps, { conversation, side, outgoing, isNew: false })
}

/**
 * Writes to a person, with whom a conversation begins where there is none (decisions §7): a family to any verified
 * caregiver, a caregiver to a family that has sent her a request.
 * @throws AppError 400 where nobody to write to is named, 403 for admins, 404 for who may not be written to
 */
export async function sendFirst(
  transaction: Transaction,
  deps: Commanding,
  actor: Actor,
  { to, outgoing }: { to: Partial<Record<Side, number>>; outgoing: Outgoing },
): Promise<{ conversationId: number; message: ChatMessage }> {
  const pair = pairOf(actor, to)
  const known = await findConversation(transaction, pair)
  if (known === null && !(await mayBegin(transaction, actor, pair))) throw notFound()
  const { id, isNew } = known === null ? await begin(transaction, deps, pair) : { id: known, isNew: false }
  const { conversation, side } = await lockAs(transaction, actor, id)
  const message = await write(transaction, deps, { conversation, side, outgoing, isNew })
  return { conversationId: id, message }
}

/** Makes the pair's conversation, unless it is there by now; from then on the caregiver knows the family. */
async function begin(transaction: Transaction, { clock }: Pick<Deps, 'clock'>, pair: Pair) {
  const at = clock.now()
  await grantFamilyAccess(transaction, { ...pair, at })
  return insertConversation(transaction, pair, at)
}

/** The caller and whom they name. */
function pairOf(actor: Actor, to: Partial<Record<Side, number>>): Pair {
  const side = sideOfRole(actor.role)
  if (!side) throw forbidden()
  const other = otherSide(side)
  const otherId = to[other]
  if (otherId === undefined) {
    const label = other === 'caregiver' ? 'Caregiver' : 'Family'
    throw invalid({ [`${other}_id`]: [`${label} is required`] })
  }
  if (to[side] !== undefined && to[side] !== actor.id) throw invalid({ [`${side}_id`]: ['This is not you'] })
  return side === 'caretaker'
    ? { caretakerId: actor.id, caregiverId: otherId }
    : { caretakerId: otherId, caregiverId: actor.id }
}

async function mayBegin(transaction: Transaction, actor: Actor, pair: Pair): Promise<boolean> {
  if (actor.id === pair.caretakerId) {
    const [caregiver] = await transaction
      .select({ isListed: caregiverProfiles.isListed })
      .from(caregiverProfiles)
      .where(eq(caregiverProfiles.userId, pair.caregiverId))
    return caregiver?.isListed ?? false
  }
  const family = await findUser(transaction, pair.caretakerId)
  return family?.isActive === true && (await haveRequest(transaction, pair))
}

async function lockAs(
  transaction: Transaction,
  actor: Actor,
  conversationId: number,
): Promise<{ conversation: LockedConversation; side: Side }> {
  const conversation = await lockConversation(transaction, conversationId, actor.id)
  const side = conversation && sideIn(conversation, actor.id)
  if (!conversation || !side) throw notFound()
  return { conversation, side }
}

type Writing = { conversation: LockedConversation; side: Side; outgoing: Outgoing; isNew: boolean }

/** Everything of a message under the lock of its conversation, so that sequence, commits and frames have one order. */
async function write(transaction: Transaction, deps: Commanding, writing: Writing): Promise<ChatMessage> {
  const { conversation, side, outgoing } = writing
  const { text, clientId = null } = outgoing
  const conversationId = conversation.id
  const senderId = personOn(conversation, side)
  const createdAt = deps.clock.now()
  const stored = await insertMessage(transaction, conversation, { sender: side, text, clientId, createdAt })
  if (!stored) throw conflict(CLOSED)
  const { row } = stored
  if (!stored.isNew) {
    if (row.text !== text) throw conflict(OTHER_TEXT)
    // The first answer may never have arrived.
    await deps.hub.pushWithin(transaction, 'chat', messageTo(senderId, row, conversation))
    return messageShown(row, conversation, senderId)
  }
  const recipientId = personOn(conversation, otherSide(side))
  await deps.jobs.publish(transaction, {
    type: 'message.sent',
    conversationId,
    messageId: row.id,
    senderId,
    recipientId,
    sentAt: createdAt.toISOString(),
    isFirst: row.sequence === 1,
  })
  await deps.hub.pushWithin(
    transaction,
    'chat',
    ...(writing.isNew ? beginnings(conversation, senderId, clientId) : []),
    messageTo(senderId, row, conversation),
    messageTo(recipientId, row, conversation),
  )
  return messageShown(row, conversation, senderId)
}

function messageTo(viewerId: number, row: MessageRow, pair: Pair): Push {
  const message = messageShown(row, pair, viewerId)
  return {
    userIds: [viewerId],
    frame: {
      event: 'message.created',
      conversation_id: message.conversation_id,
      sender_id: message.sender_id,
      message,
      ...(message.client_id !== null && { client_id: message.client_id }),
    },
  }
}

function beginnings(conversation: LockedConversation, senderId: number, clientId: string | null): Push[] {
  const { id, caretakerId, caregiverId } = conversation
  return [caretakerId, caregiverId].map((userId) => ({
    userIds: [userId],
    frame: {
      event: 'conversation.created',
      conversation_id: id,
      caretaker_id: caretakerId,
      caregiver_id: caregiverId,
      sender_id: senderId,
      ...(userId === senderId && clientId !== null && { client_id: clientId }),
    },
  }))
}

export type Reading = {
  conversationId: number
  senderId: number
  readSequence: number
  readAt: Date
  unreadCount: number
  /** False where all of it had been read before, so that nobody was told. */
  isNew: boolean
}

/**
 * Marks messages as read, and with them all before the newest of them.
 * @throws AppError 404 for a conversation of others, or where none of the messages is in it
 */
export async function readMessages(
  transaction: Transaction,
  deps: Commanding,
  actor: Actor,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<Reading> {
  const { conversation, side } = await lockAs(transaction, actor, conversationId)
  const through = await lastSequenceOf(transaction, conversationId, messageIds)
  if (through === null) throw notFound()
  const from = side === 'caretaker' ? conversation.caretakerRead : conversation.caregiverRead
  const now = deps.clock.now()
  const isNew = through > from
  await markSeen(transaction, [actor.id], now)
  if (isNew) await markRead(transaction, { conversationId, side, from, through, readAt: now })
  const readSequence = Math.max(from, through)
  const { unread, readAt } = await readingOf(transaction, { conversationId, side, through: readSequence })
  const reading: Reading = {
    conversationId,
    senderId: personOn(conversation, otherSide(side)),
    readSequence,
    readAt: readAt ?? now,
    unreadCount: unread,
    isNew,
  }
  if (isNew) {
    const readerId = actor.id
    const event = { type: 'messages.read', conversationId, readerId, readAt: now.toISOString() }
    await deps.jobs.publish(transaction, event)
    await deps.hub.pushWithin(transaction, 'chat', {
      userIds: [conversation.caretakerId, conversation.caregiverId],
      frame: readFrame(reading, actor.id),
    })
  }
  return reading
}

/** What both are told of a reading. */
export function readFrame(reading: Reading, readerId: number): Push['frame'] {
  return {
    event: 'messages.read',
    conversation_id: reading.conversationId,
    sender_id: reading.senderId,
    reader_id: readerId,
    read_sequence: reading.readSequence,
    read_at: reading.readAt.toISOString(),
  }
}
