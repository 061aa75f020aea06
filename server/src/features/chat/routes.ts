import {
  chatMessage,
  conversationResponse,
  conversationsQuery,
  conversationsResponse,
  createConversationBody,
  createConversationResponse,
  markMessagesReadBody,
  markMessagesReadResponse,
  messageIdParams,
  messagesQuery,
  messagesResponse,
  sendMessageBody,
} from '@tendwell/contract/chat/chat'
import { idParams } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { startConversation } from './conversations/conversation-start.ts'
import type { ReadReceipt } from './frames/outgoing-frames.ts'
import { getMessage, listMessages } from './messages/message-queries.ts'
import { markMessagesRead } from './messages/reading.ts'
import { countSentMessages, sendMessage, toMessageInput } from './messages/sending.ts'
import { countUnreadMessages, getConversation, listConversations } from './queries.ts'

const CHAT_ROLES = ['caregiver', 'caretaker'] as const

/** The caller's side. `CHAT_ROLES` admits no other roles. */
const getSide = (request: FastifyRequest) =>
  actorOf(request).role === 'caregiver' ? 'caregiver' : 'caretaker'

const toReadResponse = (receipt: ReadReceipt) => ({
  conversation_id: receipt.conversationId,
  read_sequence: receipt.readSequence,
  read_at: receipt.readAt.toISOString(),
  unread_count: receipt.unreadCount,
})

export function conversationRoutes(app: App, deps: Deps): void {
  const { database } = deps

  app.get(
    '/api/chat/conversations',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'List my conversations',
        querystring: conversationsQuery,
        response: { 200: conversationsResponse },
      },
    },
    async (request) => {
      const { query } = request
      const side = getSide(request)
      const userId = actorOf(request).id
      const otherId = side === 'caretaker' ? query.caregiver_id : query.caretaker_id
      const list = await listConversations(database, { side, userId, otherId }, query, deps.clock.now())
      const unreadTotal = await countUnreadMessages(database, side, userId)
      return { ...toPage(request, query, list), unread_total: unreadTotal, booking: list.booking }
    },
  )

  app.get(
    '/api/chat/conversations/:id',
    {
      config: { access: CHAT_ROLES },
      schema: { summary: 'Get a conversation', params: idParams, response: { 200: conversationResponse } },
    },
    (request) => getConversation(database, actorOf(request).id, request.params.id, deps.clock.now()),
  )

  app.post(
    '/api/chat/conversations/create',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'Start a conversation',
        body: createConversationBody,
        response: { 201: createConversationResponse },
      },
    },
    async (request, reply) => {
      const { caregiver_id: caregiver, caretaker_id: caretaker } = request.body
      const actor = actorOf(request)
      const sending = { to: { caregiver, caretaker }, input: toMessageInput(request.body) }
      await countSentMessages(deps, actor.id)
      // The answer under the Idempotency-Key has only ids, because staff may remove the text before the call
      // is repeated.
      const { conversationId, messageId } = await withIdempotencyKey(deps, request, async (transaction) => {
        const { conversationId, message } = await startConversation(transaction, deps, actor, sending)
        return { conversationId, messageId: message.id }
      })
      return reply.code(201).send({
        conversation: await getConversation(database, actor.id, conversationId, deps.clock.now()),
        message: await getMessage(database, actor.id, messageId),
      })
    },
  )
}

export function messageRoutes(app: App, deps: Deps): void {
  const { database } = deps
  const markRead = (request: FastifyRequest, conversationId: number, messageIds: number[]) =>
    withTransaction(database, (transaction) =>
      markMessagesRead(transaction, deps, actorOf(request), { conversationId, messageIds }),
    )

  app.get(
    '/api/chat/conversations/:id/messages',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'List messages',
        params: idParams,
        querystring: messagesQuery,
        response: { 200: messagesResponse },
      },
    },
    async (request) => {
      const { after, before, page_size: limit } = request.query
      const range = { after, before, limit }
      const { lastSequence, results } = await listMessages(
        database,
        actorOf(request).id,
        request.params.id,
        range,
      )
      const linkTo = (name: 'after' | 'before', sequence: number) =>
        `/api/chat/conversations/${request.params.id}/messages/?${name}=${sequence}&page_size=${limit}`
      const firstSequence = results[0]?.sequence ?? 1
      const pageEnd = results.at(-1)?.sequence ?? lastSequence
      return {
        count: lastSequence,
        next: pageEnd < lastSequence ? linkTo('after', pageEnd) : null,
        previous: firstSequence > 1 ? linkTo('before', firstSequence) : null,
        results,
      }
    },
  )

  app.post(
    '/api/chat/conversations/:id/messages',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'Send a message',
        params: idParams,
        body: sendMessageBody,
        response: { 201: chatMessage },
      },
    },
    async (request, reply) => {
      const sending = { conversationId: request.params.id, input: toMessageInput(request.body) }
      const actor = actorOf(request)
      await countSentMessages(deps, actor.id)
      // The answer under the Idempotency-Key has only the id, because staff may remove the text before the
      // call is repeated.
      const { id } = await withIdempotencyKey(deps, request, async (transaction) => {
        const { id } = await sendMessage(transaction, deps, actor, sending)
        return { id }
      })
      return reply.code(201).send(await getMessage(database, actor.id, id))
    },
  )

  app.post(
    '/api/chat/conversations/:id/messages/mark-read',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'Mark messages as read',
        params: idParams,
        body: markMessagesReadBody,
        response: { 200: markMessagesReadResponse },
      },
    },
    async (request) => toReadResponse(await markRead(request, request.params.id, request.body.message_ids)),
  )

  app.patch(
    '/api/chat/conversations/:id/messages/:messageId/read',
    {
      config: { access: CHAT_ROLES },
      schema: {
        summary: 'Mark a message as read',
        params: messageIdParams,
        response: { 200: markMessagesReadResponse },
      },
    },
    async (request) => toReadResponse(await markRead(request, request.params.id, [request.params.messageId])),
  )
}
