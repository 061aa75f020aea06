import type { UnknownAction } from '@reduxjs/toolkit'
import type { ChatMessage } from '@tendwell/contract/chat/chat'
import type { ClientFrame } from '@tendwell/contract/realtime'
import { now } from '../../../lib/format/clock.ts'
import { connectRealtime, type RealtimeOptions } from '../../../lib/realtime/realtime.ts'
import { type Role, selectSession } from '../../../lib/session/session.ts'
import { renewSession } from '../../../lib/session/token-refresh.ts'
import { createAcknowledgements, type DeliveryResult } from './acknowledgements.ts'
import { chatActions, selectNewConversation, selectThread } from './chat-slice.ts'
import type { ChatStore } from './chat-store.ts'
import { createConversationCache } from './conversation-cache.ts'
import { createDelivery } from './delivery.ts'
import { createFrameHandler } from './frame-handlers.ts'
import { createMessageHistory } from './message-history.ts'
import { createOutbox, type PendingMessage } from './outbox.ts'
import { createPendingRequests } from './pending-requests.ts'

export type ChatClient = ReturnType<typeof createChatClient>

/**
 * One user's chat in this tab: the socket and the outbox. It writes what the screens show to the store's
 * `chat` slice. The database is the source of truth: on each connection every thread catches up from its last
 * sequence.
 */
export function createChatClient(userId: number, role: Role, store: ChatStore) {
  let isClosed = false
  const outbox = createOutbox(userId, onOutboxChange)
  const conversations = createConversationCache(store)
  const connection = connect(store, { onOpen, onClose, onFrame: (frame) => handleFrame(frame) })
  const requests = createPendingRequests(connection.send)
  const acknowledgements = createAcknowledgements(connection.restart)
  const history = createMessageHistory({ store, update, requests, acknowledge })
  const handleFrame = createFrameHandler({
    userId,
    getThread: (conversationId) => selectThread(store.getState(), conversationId),
    update,
    requests,
    acknowledgements,
    acknowledge,
    catchUp: history.catchUp,
    refetchConversations: conversations.refetchSoon,
  })
  const deliver = createDelivery({ userId, outbox, isOpen: connection.isOpen, send })
  const stopWatchingOutbox = outbox.watch()
  update(chatActions.outboxChanged(outbox.messages()))

  /** An answer that arrives after `close` is dropped: it must not reach the next user's screens. */
  function update(action: UnknownAction) {
    if (!isClosed) store.dispatch(action)
  }

  function onOutboxChange() {
    update(chatActions.outboxChanged(outbox.messages()))
    void deliver()
  }

  function onOpen() {
    update(chatActions.connectionChanged({ isConnected: true }))
    history.catchUpAll()
    conversations.refetchSoon()
    void deliver()
  }

  function onClose() {
    requests.clear()
    acknowledgements.settleAllAsLost()
    update(chatActions.connectionChanged({ isConnected: false }))
  }

  function acknowledge({ client_id }: ChatMessage) {
    if (client_id === null) return
    outbox.remove(client_id)
    acknowledgements.settle(client_id, 'stored')
  }

  function send(message: PendingMessage): Promise<DeliveryResult> {
    const conversationId = message.conversationId ?? selectNewConversation(store.getState(), message.otherId)
    return connection.send(toFrame(message, role, conversationId))
      ? acknowledgements.wait(message.clientId)
      : Promise.resolve('lost')
  }

  return {
    open: history.open,
    loadOlder: history.loadOlder,
    /** Adds a message to the outbox. It is sent as soon as there is a connection. */
    send(to: { otherId: number; conversationId: number | null }, text: string) {
      outbox.add({ ...to, clientId: crypto.randomUUID(), text }, now())
    },
    retry: (clientId: string) => outbox.retry(clientId, now()),
    discard: outbox.remove,
    /** Reading a message reads every earlier one, so the newest is enough. */
    markRead({ conversation_id, id }: ChatMessage) {
      requests.request(`read-${conversation_id}`, { action: 'mark_read', conversation_id, message_ids: [id] })
      conversations.markRead(conversation_id)
    },
    close() {
      stopWatchingOutbox()
      conversations.close()
      connection.close()
      update(chatActions.chatClosed())
      isClosed = true
    },
  }
}

function connect(store: ChatStore, listeners: Pick<RealtimeOptions, 'onOpen' | 'onClose' | 'onFrame'>) {
  return connectRealtime({
    path: '/ws/chat/',
    token: () => selectSession(store.getState()).token,
    renewSession: (refusedToken) => store.dispatch(renewSession(refusedToken)),
    ping: () => ({ action: 'ping', is_visible: document.visibilityState === 'visible' }),
    ...listeners,
  })
}

/** @param conversationId undefined if this message starts the conversation */
function toFrame(
  { clientId: client_id, otherId, text }: PendingMessage,
  role: Role,
  conversationId: number | undefined,
): ClientFrame {
  if (conversationId !== undefined) {
    return { action: 'send_message', conversation_id: conversationId, text, client_id }
  }
  return role === 'caretaker'
    ? { action: 'create_or_send_first', caregiver_id: otherId, text, client_id }
    : { action: 'create_or_send_first', caretaker_id: otherId, text, client_id }
}
