import { z } from 'zod'
import { chatMessage, clientIdSchema, messageText, sequenceSchema } from './chat.ts'
import { idSchema, instantSchema } from './wire.ts'

/** The two sockets, `/ws/notifications/` and `/ws/chat/`, each opened with `?token=` and the access token. */
export const CHANNELS = ['notifications', 'chat'] as const
export type Channel = (typeof CHANNELS)[number]

/** A larger frame closes the socket with 1009. */
export const FRAME_LIMIT_BYTES = 64 * 1024
/** The frame beyond these is answered with the error `too_many_frames` and not done, and the socket is closed. */
export const FRAMES_PER_MINUTE = 100

/** Close codes beyond the standard ones. */
export const CLOSE_SESSION_ENDED = 4401
export const CLOSE_TOO_MANY_FRAMES = 4429

/**
 * Codes of `error` frames after which the same frame may be sent again, as it is: nothing is wrong with it. After
 * any other code it would be refused again.
 */
export const RETRIED_ERROR_CODES: readonly string[] = [
  'unavailable',
  'overloaded',
  'internal',
  'too_many_frames',
]

/**
 * Answered by `pong` on either socket. A browser can't see that nobody is at the other end any more: it asks now and
 * then.
 */
export const pingFrame = z.strictObject({
  action: z.literal('ping'),
  /** On `/ws/chat/`: false while nobody can see the page, so that its person counts as away. */
  is_visible: z.boolean().optional(),
  client_id: clientIdSchema.optional(),
})

/** Every frame the client sends to `/ws/chat/`. `client_id` comes back with the answer. */
export const clientFrame = z.discriminatedUnion('action', [
  /** Answered by `joined`. A person hears of all their conversations; joining is catching up with one. */
  z.strictObject({
    action: z.literal('join'),
    conversation_id: idSchema,
    /** The last sequence the client has, 0 for none: what followed comes with the answer. */
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
   * Acknowledged by a `message.created` with the same `client_id`, also when it is sent again. Whoever wants their
   * messages in the order of writing sends the next one when the one before is acknowledged.
   */
  z.strictObject({
    action: z.literal('send_message'),
    conversation_id: idSchema,
    text: messageText,
    client_id: clientIdSchema.optional(),
  }),
  /** As `send_message`; before it comes `conversation.created` where this made the conversation. */
  z.strictObject({
    action: z.literal('create_or_send_first'),
    caregiver_id: idSchema.optional(),
    caretaker_id: idSchema.optional(),
    text: messageText,
    client_id: clientIdSchema.optional(),
  }),
  /** Answered by `messages.read`. The newest message that was seen is enough: all before it count as read. */
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
 * Every frame the server sends. The database is the truth: what a socket missed is read by `join` with `after`, or
 * by the calls.
 *
 * Order: on one socket a conversation's new messages come in the order of their sequence, none left out between two
 * of them. A client that has messages through `n` takes `n + 1`; a lower sequence is a repeat, good for its
 * `client_id` alone; a higher one, possible only after a reconnect, means that it catches up with `after: n` first.
 */
export const serverFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('notification.created'), id: idSchema }),
  /** What these tell of has been seen elsewhere: the bell need not tell of it any more. */
  z.object({ event: z.literal('notifications.read'), ids: z.array(idSchema) }),
  /** To both people, on each of their sockets. */
  z.object({
    event: z.literal('message.created'),
    conversation_id: idSchema,
    sender_id: idSchema,
    message: chatMessage,
    /** To its sender alone. */
    client_id: clientIdSchema.optional(),
  }),
  /** To both people: `reader_id` has read what `sender_id` wrote, through this sequence. */
  z.object({
    event: z.literal('messages.read'),
    conversation_id: idSchema,
    sender_id: idSchema,
    reader_id: idSchema,
    read_sequence: sequenceSchema,
    read_at: instantSchema,
  }),
  /** To both people, ahead of its first `message.created`. */
  z.object({
    event: z.literal('conversation.created'),
    conversation_id: idSchema,
    caretaker_id: idSchema,
    caregiver_id: idSchema,
    /** Who wrote first. */
    sender_id: idSchema,
    /** To the sender alone. */
    client_id: clientIdSchema.optional(),
  }),
  /** To this socket: what followed `after`, in order; where `has_more`, join again with the last sequence of these. */
  z.object({
    event: z.literal('joined'),
    conversation_id: idSchema,
    last_sequence: sequenceSchema,
    read_sequence: z.int().nonnegative(),
    other_read_sequence: z.int().nonnegative(),
    messages: z.array(chatMessage),
    has_more: z.boolean(),
    client_id: clientIdSchema.optional(),
  }),
  z.object({
    event: z.literal('left'),
    conversation_id: idSchema,
    client_id: clientIdSchema.optional(),
  }),
  z.object({ event: z.literal('pong'), client_id: clientIdSchema.optional() }),
  /** To this socket: its frame was refused and nothing was done. `client_id` is null where the frame had none. */
  z.object({
    event: z.literal('error'),
    code: z.string(),
    detail: z.string(),
    client_id: z.string().nullable(),
  }),
])
export type ServerFrame = z.infer<typeof serverFrame>
