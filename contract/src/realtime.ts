import { z } from 'zod'
import { chatMessage, clientIdSchema, messageText, sequenceSchema } from './chat/chat.ts'
import { idSchema, instantSchema } from './wire.ts'

/**
 * The two sockets, `/ws/notifications/` and `/ws/chat/`. Each opens with the access token in `?token=`.
 * @see docs/rules/chat-and-notifications.md#sockets
 */
export const CHANNELS = ['notifications', 'chat'] as const
export type Channel = (typeof CHANNELS)[number]

/** A larger frame closes the socket with 1009. */
export const MAX_FRAME_BYTES = 64 * 1024
/** The first frame over the limit is rejected with the error `too_many_frames`, and the socket closes. */
export const MAX_FRAMES_PER_MINUTE = 100

/** Close codes beyond the standard ones. */
export const CLOSE_SESSION_ENDED = 4401
export const CLOSE_TOO_MANY_FRAMES = 4429

/**
 * `error` codes after which the client may send the same frame again. Otherwise it would be rejected again.
 */
export const RETRYABLE_ERROR_CODES: readonly string[] = [
  'unavailable',
  'overloaded',
  'internal',
  'too_many_frames',
]

/** Answered by `pong` on both sockets. Browsers can't detect a dead connection, so they ping regularly. */
export const pingFrame = z.strictObject({
  action: z.literal('ping'),
  /** On `/ws/chat/`: false while the page is in the background, which counts as being away. */
  is_visible: z.boolean().optional(),
  client_id: clientIdSchema.optional(),
})

/** Every frame a client sends to `/ws/chat/`. The answer repeats its `client_id`. */
export const clientFrame = z.discriminatedUnion('action', [
  /**
   * Answered by `joined`. A socket gets the events of all its conversations; joining only catches up with
   * one.
   */
  z.strictObject({
    action: z.literal('join'),
    conversation_id: idSchema,
    /** The last sequence the client has, or 0. The answer carries the messages that follow it. */
    after: z.int().nonnegative().max(2_147_483_647).optional(),
    client_id: clientIdSchema.optional(),
  }),
  /** Answered by `left`. */
  z.strictObject({
    action: z.literal('leave'),
    conversation_id: idSchema,
    client_id: clientIdSchema.optional(),
  }),
  /**
   * Acknowledged by a `message.created` with the same `client_id`, also when sent again. To keep messages in
   * order, a client waits for the acknowledgement before it sends the next one.
   */
  z.strictObject({
    action: z.literal('send_message'),
    conversation_id: idSchema,
    text: messageText,
    client_id: clientIdSchema.optional(),
  }),
  /** Like `send_message`. If this starts the conversation, `conversation.created` comes first. */
  z.strictObject({
    action: z.literal('create_or_send_first'),
    caregiver_id: idSchema.optional(),
    caretaker_id: idSchema.optional(),
    text: messageText,
    client_id: clientIdSchema.optional(),
  }),
  /** Answered by `messages.read`. The newest id is enough: every earlier message counts as read. */
  z.strictObject({
    action: z.literal('mark_read'),
    conversation_id: idSchema,
    message_ids: z.array(idSchema).min(1).max(500),
    client_id: clientIdSchema.optional(),
  }),
  pingFrame,
])
export type ClientFrame = z.infer<typeof clientFrame>

/**
 * Every frame the server sends. The database is the source of truth: a client fetches what its socket missed
 * with `join` and `after`, or over HTTP.
 *
 * On one socket, a conversation's new messages arrive in sequence without gaps. A client that has messages up
 * to `n` appends `n + 1`. A lower sequence is a repeat, useful only as an acknowledgement of its `client_id`.
 * A higher one, which happens only after a reconnect, means the client first catches up with `after: n`.
 * @see docs/rules/chat-and-notifications.md#catching-up
 */
export const serverFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('notification.created'), id: idSchema }),
  /** To every device of the reader: remove these from the bell. */
  z.object({ event: z.literal('notifications.read'), ids: z.array(idSchema) }),
  /** To both people, on each of their sockets. */
  z.object({
    event: z.literal('message.created'),
    conversation_id: idSchema,
    sender_id: idSchema,
    message: chatMessage,
    /** Only to the sender. */
    client_id: clientIdSchema.optional(),
  }),
  /**
   * To both people: staff removed the text of a message, or restored it. It has no `client_id` to
   * acknowledge.
   */
  z.object({ event: z.literal('message.changed'), conversation_id: idSchema, message: chatMessage }),
  /**
   * `reader_id` has read `sender_id`'s messages up to this sequence. To both people, but while one blocks the
   * other to the reader only.
   */
  z.object({
    event: z.literal('messages.read'),
    conversation_id: idSchema,
    sender_id: idSchema,
    reader_id: idSchema,
    read_sequence: sequenceSchema,
    read_at: instantSchema,
  }),
  /** To both people, before the first `message.created`. */
  z.object({
    event: z.literal('conversation.created'),
    conversation_id: idSchema,
    caretaker_id: idSchema,
    caregiver_id: idSchema,
    /** The author of the first message. */
    sender_id: idSchema,
    /** Only to the sender. */
    client_id: clientIdSchema.optional(),
  }),
  /** To both people: whether they can write to each other has changed, so fetch the conversation again. */
  z.object({ event: z.literal('conversation.changed'), conversation_id: idSchema }),
  /**
   * To this socket: the messages following `after`. If `has_more`, join again with the last sequence
   * received.
   */
  z.object({
    event: z.literal('joined'),
    conversation_id: idSchema,
    last_sequence: sequenceSchema,
    read_sequence: z.int().nonnegative(),
    other_read_sequence: z.int().nonnegative(),
    messages: z.array(chatMessage),
    /**
     * Messages up to `after` that staff removed or restored, as they are now. The client replaces its own.
     */
    changed: z.array(chatMessage),
    has_more: z.boolean(),
    client_id: clientIdSchema.optional(),
  }),
  z.object({
    event: z.literal('left'),
    conversation_id: idSchema,
    client_id: clientIdSchema.optional(),
  }),
  z.object({ event: z.literal('pong'), client_id: clientIdSchema.optional() }),
  /** To this socket: the server rejected its frame. `client_id` is null if the frame had none. */
  z.object({
    event: z.literal('error'),
    code: z.string(),
    detail: z.string(),
    client_id: z.string().nullable(),
  }),
])
export type ServerFrame = z.infer<typeof serverFrame>
