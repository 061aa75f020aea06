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
} from '@tendwell/contract/chat'
import { idParams } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import { withTransaction } from '../../platform/database.ts'
import type { App } from '../../platform/http.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { pageOf } from '../../platform/pages.ts'
import { type Reading, readMessages, sendFirst, sendMessage } from './commands.ts'
import { conversationFor, conversationsOf, messagesFor, unreadTotal } from './queries.ts'

const TALKING = ['caregiver', 'caretaker'] as const

/** The side that a caller of these routes is on: `TALKING` lets nobody else in. */
const sideOf = (request: FastifyRequest) =>
  actorOf(request).role === 'caregiver' ? 'caregiver' : 'caretaker'

const readShown = (reading: Reading) => ({
  conversation_id: reading.conversationId,
  read_sequence: reading.readSequence,
  read_at: reading.readAt.toISOString(),
  unread_count: reading.unreadCount,
})

export function conversationRoutes(app: App, deps: Deps): void {
  const { database } = deps

  app.get(
    '/api/chat/conversations',
    {
      config: { access: TALKING },
      schema: { querystring: conversationsQuery, response: { 200: conversationsResponse } },
    },
    async (request) => {
      const { query } = request
      const side = sideOf(request)
      const userId = actorOf(request).id
      const otherId = side === 'caretaker' ? query.caregiver_id : query.caretaker_id
      const found = await conversationsOf(database, { side, userId, otherId }, query)
      return { ...pageOf(request, query, found), unread_total: await unreadTotal(database, side, userId) }
    },
  )

  app.get(
    '/api/chat/conversations/:id',
    { config: { access: TALKING }, schema: { params: idParams, response: { 200: conversationResponse } } },
    (request) => conversationFor(database, actorOf(request).id, request.params.id),
  )

  app.post(
    '/api/chat/conversations/create',
    {
      config: { access: TALKING },
      schema: { body: createConversationBody, response: { 201: createConversationResponse } },
    },
    async (request, reply) => {
      const { caregiver_id: caregiver, caretaker_id: caretaker, text, client_id: clientId } = request.body
      const actor = actorOf(request)
      const created = await withIdempotencyKey(deps, request, async (transaction) => {
        const sending = { to: { caregiver, caretaker }, outgoing: { text, clientId } }
        const { conversationId, message } = await sendFirst(transaction, deps, actor, sending)
        return { conversation: await conversationFor(transaction, actor.id, conversationId), message }
      })
      return reply.code(201).send(created)
    },
  )
}

export function messageRoutes(app: App, deps: Deps): void {
  const { database } = deps
  const read = (request: FastifyRequest, conversationId: number, messageIds: number[]) =>
    withTransaction(database, (transaction) =>
      readMessages(transaction, deps, actorOf(request), { conversationId, messageIds }),
    )

  app.get(
    '/api/chat/conversations/:id/messages',
    {
      config: { access: TALKING },
      schema: { params: idParams, querystring: messagesQuery, response: { 200: messagesResponse } },
    },
    async (request) => {
      const { after, before, page_size: limit } = request.query
      const span = { after, before, limit }
      const found = await messagesFor(database, actorOf(request).id, request.params.id, span)
      const linkTo = (name: 'after' | 'before', sequence: number) =>
        `/api/chat/conversations/${request.params.id}/messages/?${name}=${sequence}&page_size=${limit}`
      const [first, last] = [found.results[0]?.sequence ?? 1, found.results.at(-1)?.sequence ?? found.through]
      return {
        count: found.through,
        next: last < found.through ? linkTo('after', last) : null,
        previous: first > 1 ? linkTo('before', first) : null,
        results: found.results,
      }
    },
  )

  app.post(
    '/api/chat/conversations/:id/messages',
    {
      config: { access: TALKING },
      schema: { params: idParams, body: sendMessageBody, response: { 201: chatMessage } },
    },
    async (request, reply) => {
      const { text, client_id: clientId } = request.body
      const sending = { conversationId: request.params.id, outgoing: { text, clientId } }
      const message = await withIdempotencyKey(deps, request, (transaction) =>
        sendMessage(transaction, deps, actorOf(request), sending),
      )
      return reply.code(201).send(message)
    },
  )

  app.post(
    '/api/chat/conversations/:id/messages/mark-read',
    {
      config: { access: TALKING },
      schema: { params: idParams, body: markMessagesReadBody, response: { 200: markMessagesReadResponse } },
    },
    async (request) => readShown(await read(request, request.params.id, request.body.message_ids)),
  )

  app.patch(
    '/api/chat/conversations/:id/messages/:messageId/read',
    {
      config: { access: TALKING },
      schema: { params: messageIdParams, response: { 200: markMessagesReadResponse } },
    },
    async (request) => readShown(await read(request, request.params.id, [request.params.messageId])),
  )
}
