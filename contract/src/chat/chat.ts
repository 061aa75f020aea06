import { z } from 'zod'
import {
  idParams,
  idSchema,
  instantSchema,
  pageQuery,
  pageSchema,
  queryInteger,
  requiredText,
} from '../wire.ts'

/**
 * The longest message, in UTF-16 units as a browser's maxlength counts them.
 * @see docs/rules/chat-and-notifications.md#messages
 */
export const MESSAGE_MAX_LENGTH = 4_000

const MAX_MESSAGES_PER_PAGE = 100

/** A message's position in its conversation: 1, 2, 3 … without gaps. */
export const sequenceSchema = z.int().positive().max(2_147_483_647)

/** A message's text: stored as typed, displayed as plain text. */
export const messageText = requiredText('Message', MESSAGE_MAX_LENGTH)

/**
 * The id that the sender's client gives a message, such as a UUID. Sending the same id again in the same
 * conversation stores the message only once.
 */
export const clientIdSchema = z
  .string({ error: 'client_id must be text' })
  .regex(/^[\x21-\x7e]{1,64}$/, { error: 'client_id must be 1 to 64 visible ASCII characters' })

/** One of the two people in a conversation. */
export const chatPerson = z.object({ id: idSchema, full_name: z.string(), avatar: z.string().nullable() })
export type ChatPerson = z.infer<typeof chatPerson>

/** A visit or an unpaid request of the two people in a conversation. */
const conversationBooking = z.object({
  request_id: idSchema,
  start_utc: instantSchema,
  end_utc: instantSchema,
  /** Unpaid: to answer (`submitted`) or to pay (`accepted`). Paid: ahead (`confirmed`) or under way. */
  status: z.enum(['submitted', 'accepted', 'confirmed', 'in_progress']),
})
export type ConversationBooking = z.infer<typeof conversationBooking>

export const conversationResponse = z.object({
  id: idSchema,
  caretaker: chatPerson,
  caregiver: chatPerson,
  last_message: z.string(),
  last_message_at: instantSchema,
  last_message_sender_id: idSchema,
  /** The sequence of the last message, which is also the number of messages. */
  last_sequence: sequenceSchema,
  /** The other person's messages that the caller hasn't read. */
  unread_count: z.int().nonnegative(),
  /** Up to which sequence the caller and the other person have read; 0 if they have read nothing. */
  read_sequence: z.int().nonnegative(),
  other_read_sequence: z.int().nonnegative(),
  /** Whether the caregiver has a public page now. */
  is_caregiver_listed: z.boolean(),
  /** False if the two can't write to each other now, without a reason. The conversation stays readable. */
  can_write: z.boolean(),
  /** Whether the caller has blocked the other person. */
  has_blocked: z.boolean(),
  /** Their visit that is under way or comes next, otherwise a request to pay, otherwise one to answer. */
  booking: conversationBooking.nullable(),
})
export type Conversation = z.infer<typeof conversationResponse>

/** The caller's conversations, most recent message first. */
export const conversationsResponse = pageSchema(conversationResponse).extend({
  /** Unread messages in all conversations, for the badge in the header. */
  unread_total: z.int().nonnegative(),
  /** In the list of one person: the booking of the two, as in a conversation, also before their first message. */
  booking: conversationBooking.nullable(),
})
export type Conversations = z.infer<typeof conversationsResponse>

/** `caregiver_id` or `caretaker_id` limits the list to the conversation with that person. */
export const conversationsQuery = z.strictObject({
  caregiver_id: queryInteger('caregiver_id', { min: 1, max: 999_999_999 }).optional(),
  caretaker_id: queryInteger('caretaker_id', { min: 1, max: 999_999_999 }).optional(),
  ...pageQuery(20),
})

export const chatMessage = z.object({
  id: idSchema,
  conversation_id: idSchema,
  sequence: sequenceSchema,
  sender_id: idSchema,
  text: z.string(),
  /** Whether staff removed the message or its sender's account was erased; then `text` says so. */
  is_removed: z.boolean(),
  /** Whether contact details were found in it, before the first paid booking of the two people. */
  has_contact_details: z.boolean(),
  created_at: instantSchema,
  /** When the other person read it. */
  read_at: instantSchema.nullable(),
  /** The id that the sender's client gave the message; null without one, and for the other person. */
  client_id: z.string().nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/**
 * The newest messages by default, the ones following the sequence `after` (to catch up), or the ones
 * preceding the sequence `before` (to scroll back).
 */
export const messagesQuery = z
  .strictObject({
    after: queryInteger('after', { min: 0, max: 999_999_999 }).optional(),
    before: queryInteger('before', { min: 1, max: 999_999_999 }).optional(),
    page_size: queryInteger('Page size', { min: 1, max: MAX_MESSAGES_PER_PAGE }).default(50),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    error: 'Use after or before, not both',
  })

/**
 * Messages in ascending sequence. `count` is the number of messages in the conversation, `next` links to
 * newer ones and `previous` to older ones.
 */
export const messagesResponse = pageSchema(chatMessage)
export type Messages = z.infer<typeof messagesResponse>

export const sendMessageBody = z.strictObject({ text: messageText, client_id: clientIdSchema.optional() })

/** A family sends `caregiver_id`, a caregiver sends `caretaker_id`. */
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

/** Reading a message implies reading every earlier one, so the newest id is enough. */
export const markMessagesReadBody = z.strictObject({
  message_ids: z
    .array(idSchema, { error: 'message_ids must be a list' })
    .min(1, { error: 'message_ids is required' })
    .max(500, { error: 'message_ids can hold at most 500' }),
})

/** `{id}` is the conversation, `{messageId}` a message in it. */
export const messageIdParams = idParams.extend({ messageId: idParams.shape.id })

export const markMessagesReadResponse = z.object({
  conversation_id: idSchema,
  /** Up to which sequence the caller has read. */
  read_sequence: sequenceSchema,
  read_at: instantSchema,
  unread_count: z.int().nonnegative(),
})
