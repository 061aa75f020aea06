import type { Push } from '../../../platform/realtime/hub.ts'
import { getMemberId, getOtherSide, type Members } from '../conversations/conversation.ts'
import { type MessageRow, toMessageResponse } from '../messages/message.ts'

export type ReadReceipt = {
  conversationId: number
  /** The author of the messages that were read. */
  senderId: number
  /** The last sequence the reader has read. */
  readSequence: number
  readAt: Date
  /** The reader's remaining unread messages in this conversation. */
  unreadCount: number
  /** False if everything had been read before, in which case no frame is pushed. */
  isNew: boolean
}

/** `message.created` for both members. The sender's copy acknowledges its `client_id`. */
export function toMessagePushes(row: MessageRow, members: Members): Push[] {
  const senderId = getMemberId(members, row.sender)
  const recipientId = getMemberId(members, getOtherSide(row.sender))
  return [toMessagePush(row, members, senderId), toMessagePush(row, members, recipientId)]
}

/** `message.created` for the sender only, as the acknowledgement of a message that was sent again. */
export function toAcknowledgement(row: MessageRow, members: Members): Push {
  return toMessagePush(row, members, getMemberId(members, row.sender))
}

/** `message.created` for one of the members. */
function toMessagePush(row: MessageRow, members: Members, userId: number): Push {
  const message = toMessageResponse(row, members, userId)
  return {
    userIds: [userId],
    frame: {
      event: 'message.created',
      conversation_id: message.conversation_id,
      sender_id: message.sender_id,
      message,
      ...(message.client_id !== null && { client_id: message.client_id }),
    },
  }
}

/** `message.changed` for both members: staff removed the message, or show it again. */
export function toChangedPushes(row: MessageRow, members: Members): Push[] {
  return [members.familyId, members.caregiverId].map((userId) => ({
    userIds: [userId],
    frame: {
      event: 'message.changed',
      conversation_id: row.conversationId,
      message: toMessageResponse(row, members, userId),
    },
  }))
}

/** `conversation.created` for both members. Only the sender's copy carries the `client_id`. */
export function toConversationPushes(
  conversation: Members & { id: number },
  senderId: number,
  clientId: string | null,
): Push[] {
  const { id, familyId, caregiverId } = conversation
  return [familyId, caregiverId].map((userId) => ({
    userIds: [userId],
    frame: {
      event: 'conversation.created',
      conversation_id: id,
      caretaker_id: familyId,
      caregiver_id: caregiverId,
      sender_id: senderId,
      ...(userId === senderId && clientId !== null && { client_id: clientId }),
    },
  }))
}

/** `messages.read`, the same for both members. */
export function toReadFrame(receipt: ReadReceipt, readerId: number): Push['frame'] {
  return {
    event: 'messages.read',
    conversation_id: receipt.conversationId,
    sender_id: receipt.senderId,
    reader_id: readerId,
    read_sequence: receipt.readSequence,
    read_at: receipt.readAt.toISOString(),
  }
}
