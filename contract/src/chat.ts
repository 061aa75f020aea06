import { z } from 'zod'
import { idParams, idSchema, instantSchema, pageOf, pageQuery, queryInteger, requiredText } from './wire.ts'

/** Characters of a message, in UTF-16 units as a browser's maxlength counts them (decisions §7). */
export const MESSAGE_MAXIMUM = 4_000

/** At most this many messages come at once, by a call or by `joined`. */
export const MESSAGES_AT_ONCE = 100

/** The place of a message in its conversation: 1, 2, 3 and so on, without gaps. */
export const sequenceSchema = z.int().positive().max(2_147_483_647)

/** The text of a message: kept as it was written, shown as plain text. */
export const messageText = requiredText('Message', MESSAGE_MAXIMUM)

/**
 * What the sender's own client calls a message, so that sending it again stores it once: unique for this sender in
 * this conversation, such as a UUID.
 */
export const clientIdSchema = z
  .string({ error: 'client_id must be text' })
  .regex(/^[\x21-\x7e]{1,64}$/, { error: 'client_id must be 1 to 64 visible ASCII characters' })

const chatPerson = z.object({ id: idSchema, full_name: z.string(), avatar: z.string().nullable() })

export const conversationResponse = z.object({
  id: idSchema,
  caretaker: chatPerson,
  caregiver: chatPerson,
  last_message: z.string(),
  last_message_at: instantSchema,
  last_message_sender_id: idSchema,
  /** Sequence of the last message, and so the number of messages. */
  last_sequence: sequenceSchema,
  /** Messages of the other person that the caller has not read. */
  unread_count: z.int().nonnegative(),
  /** Through which sequence the caller has read, and the other person; 0 before anything was read. */
  read_sequence: z.int().nonnegative(),
  other_read_sequence: z.int().nonnegative(),
  /** False where the other person's account is closed: what was written stays readable. */
  can_write: z.boolean(),
})
export type Conversation = z.infer<typeof conversationResponse>

/** The caller's conversations, the last written in first. */
export const conversationsResponse = pageOf(conversationResponse).extend({
  /** Unread messages of all conversations together: the header's badge. */
  unread_total: z.int().nonnegative(),
})
export type Conversations = z.infer<typeof conversationsResponse>

/** With `caregiver_id` or `caretaker_id` the one conversation with that person, if there is one. */
export const conversationsQuery = z.strictObject({
  caregiver_id: queryInteger('caregiver_id', { least: 1, most: 999_999_999 }).optional(),
  caretaker_id: queryInteger('caretaker_id', { least: 1, most: 999_999_999 }).optional(),
  ...pageQuery(20),
})

export const chatMessage = z.object({
  id: idSchema,
  conversation_id: idSchema,
  sequence: sequenceSchema,
  sender_id: idSchema,
  text: z.string(),
  created_at: instantSchema,
  /** When the other person read it. */
  read_at: instantSchema.nullable(),
  /** What its sender's client called it; null to the other person and where it had no such name. */
  client_id: z.string().nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/**
 * Without `after` and `before` the newest messages; with `after` those that follow that sequence (catching up), with
 * `before` those ahead of it (older ones).
 */
export const messagesQuery = z
  .strictObject({
    after: queryInteger('after', { least: 0, most: 999_999_999 }).optional(),
    before: queryInteger('before', { least: 1, most: 999_999_999 }).optional(),
    page_size: queryInteger('Page size', { least: 1, most: MESSAGES_AT_ONCE }).default(50),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    error: 'Give after or before, not both',
  })

/**
 * Messages in the order of their sequence, whatever was asked for. `count` is the number of messages of the whole
 * conversation, `next` leads to newer ones and `previous` to older ones.
 */
export const messagesResponse = pageOf(chatMessage)
export type Messages = z.infer<typeof messagesResponse>

export const sendMessageBody = z.strictObject({ text: messageText, client_id: clientIdSchema.optional() })

/** A family names a caregiver, a caregiver a family: whichever of the two the caller is not. */
export const createConversationBody = z.strictObject({
  caregiver_id: idSchema.optional(),
  caretaker_id: idSchema.optional(),
  text: messageText,
  client_id: clientIdSchema.optional(),
})

export const createConversationResponse = z.object({
  conversation: conversationResponse,
  message: chatMessage,
})

/** Having read a message is having read all before it, so the newest one that was seen is enough. */
export const readMessagesBody = z.strictObject({
  message_ids: z
    .array(idSchema, { error: 'message_ids must be a list' })
    .min(1, { error: 'message_ids is required' })
    .max(500, { error: 'message_ids can hold at most 500' }),
})

/** `{id}` of a conversation and `{messageId}` of a message in it. */
export const messageParams = idParams.extend({ messageId: idParams.shape.id })

export const readResponse = z.object({
  conversation_id: idSchema,
  /** Through which sequence the caller has now read. */
  read_sequence: sequenceSchema,
  read_at: instantSchema,
  unread_count: z.int().nonnegative(),
})
