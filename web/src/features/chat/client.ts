import type { ChatMessage } from '@tendwell/contract/chat'
import { type ServerFrame, serverFrame } from '@tendwell/contract/realtime'
import { renewSession } from '../../lib/api-base.ts'
import { now } from '../../lib/clock.ts'
import { connectRealtime } from '../../lib/realtime.ts'
import { type Role, selectSession } from '../../lib/session.ts'
import { otherSideOf } from './api.ts'
import { holdState, noChat } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import { createDelivery, type Outcome } from './deliver.ts'
import { createHearing } from './hearing.ts'
import { createHistory } from './history.ts'
import { createListCache } from './list-cache.ts'
import { createOutbox, type Pending } from './outbox.ts'
import { createQuestions } from './questions.ts'
import { createReceipts } from './receipts.ts'
import { lastSequence } from './thread.ts'

export type Chat = ReturnType<typeof createChat>

/**
 * The chat of one person in this tab: one socket, the threads that were opened, and the outbox. The database is the
 * truth: each opening of the socket catches up with every thread by its last sequence (contract/realtime.ts).
 */
export function createChat(userId: number, role: Role, store: ChatStore) {
  const outbox = createOutbox(userId, () => {
    state.change({ pending: outbox.items() })
    void deliver()
  })
  const state = holdState({ ...noChat, pending: outbox.items() })
  const list = createListCache(store)
  const connection = connectChat(store, { opened, closed, heard: (frame) => heard(frame) })
  const questions = createQuestions(connection.send)
  const receipts = createReceipts(connection.restart)
  const history = createHistory({ store, state, onLoaded: loaded })
  const readListAnew = list.readAnew
  const heard = createHearing({ userId, state, questions, receipts, acknowledge, catchUp, readListAnew })
  const deliver = createDelivery({ userId, outbox, isOpen: connection.isOpen, send })
  const unwatch = outbox.watch()

  function opened() {
    state.change({ isConnected: true })
    for (const [conversationId, thread] of state.now().threads) {
      if (thread.status === 'ready') catchUp(conversationId)
      if (thread.status === 'failed') void history.load(conversationId)
    }
    list.readAnew()
    void deliver()
  }

  function closed() {
    questions.forget()
    receipts.lose()
    state.change({ isConnected: false })
  }

  function loaded(conversationId: number, messages: readonly ChatMessage[]) {
    for (const message of messages) acknowledge(message)
    // What came while these were on their way, and how far the other one has read.
    catchUp(conversationId)
  }

  /** The server has it: it leaves the outbox in the moment that it stands in the thread. */
  function acknowledge({ client_id }: ChatMessage) {
    if (client_id === null) return
    outbox.remove(client_id)
    receipts.settle(client_id, 'stored')
  }

  function send(pending: Pending): Promise<Outcome> {
    const known = pending.conversationId ?? state.now().begun.get(pending.otherId)
    const sent = connection.send(frameOf(pending, role, known))
    return sent ? receipts.outcomeOf(pending.clientId) : Promise.resolve('lost')
  }

  function catchUp(conversationId: number) {
    const thread = state.thread(conversationId)
    if (!thread) return
    const after = lastSequence(thread)
    questions.ask(`join-${conversationId}`, { action: 'join', conversation_id: conversationId, after })
  }

  return {
    subscribe: state.subscribe,
    state: state.now,
    /** Makes a conversation's messages known, if they are not. */
    open(conversationId: number) {
      const status = state.thread(conversationId)?.status
      if (status === undefined || status === 'failed') void history.load(conversationId)
    },
    loadOlder: history.loadOlder,
    /** Puts a message on its way; it is sent as soon as there is a connection. */
    write(to: { otherId: number; conversationId: number | null }, text: string) {
      outbox.add({ ...to, clientId: crypto.randomUUID(), text }, now())
    },
    retry: (clientId: string) => outbox.retry(clientId, now()),
    discard: outbox.remove,
    /** The newest message that was seen: all before it count as read. */
    markRead({ conversation_id, id }: ChatMessage) {
      questions.ask(`read-${conversation_id}`, { action: 'mark_read', conversation_id, message_ids: [id] })
      list.countAsRead(conversation_id)
    },
    close() {
      unwatch()
      list.close()
      connection.close()
    },
  }
}

/** A message as it is sent: into a conversation, or as the first words of one that is not `known` yet. */
function frameOf({ clientId, otherId, text }: Pending, role: Role, known: number | undefined) {
  return known === undefined
    ? { action: 'create_or_send_first', [`${otherSideOf(role)}_id`]: otherId, text, client_id: clientId }
    : { action: 'send_message', conversation_id: known, text, client_id: clientId }
}

interface Ears {
  opened: () => void
  closed: () => void
  heard: (frame: ServerFrame) => void
}

/** The chat's socket, with the token of whoever is logged in. */
function connectChat(store: ChatStore, { opened, closed, heard }: Ears) {
  const token = () => selectSession(store.getState()).token
  return connectRealtime({
    path: '/ws/chat/',
    token,
    ping: () => ({ action: 'ping', is_visible: document.visibilityState === 'visible' }),
    onOpen: opened,
    onClose: closed,
    onFrame: (content) => {
      const frame = serverFrame.safeParse(content)
      if (frame.success) heard(frame.data)
    },
    onSessionEnded: (refused) => store.dispatch(renewSession(refused)),
  })
}
