import type { ChatMessage } from '@tendwell/contract/chat'
import {
  type ClientFrame,
  RETRIED_ERROR_CODES,
  type ServerFrame,
  serverFrame,
} from '@tendwell/contract/realtime'
import { api, refreshSession } from '../../lib/api-base.ts'
import { now } from '../../lib/clock.ts'
import { statusOf } from '../../lib/errors.ts'
import { connectRealtime } from '../../lib/realtime.ts'
import { type Role, type SessionState, selectSession } from '../../lib/session.ts'
import { chatApi, otherSideOf } from './api.ts'
import { createDelivery, type Outcome } from './deliver.ts'
import { createOutbox, type Pending } from './outbox.ts'
import { lastSequence, type Thread, unknownThread, withNewer, withOlder, withOtherRead } from './thread.ts'

/** The store, as far as the chat uses it. */
export interface ChatStore {
  getState: () => { session: SessionState }
  // biome-ignore lint/suspicious/noExplicitAny: thunks of the API's cache, whose types belong to the whole store
  dispatch: (action: any) => any
}

/** What the screens show. A new object after each change. */
export interface ChatState {
  isConnected: boolean
  threads: ReadonlyMap<number, Thread>
  /** Conversations that began while this tab was open, by the other person. */
  begun: ReadonlyMap<number, number>
  pending: readonly Pending[]
}

type Frame<Event extends ServerFrame['event']> = Extract<ServerFrame, { event: Event }>

const acknowledgedWithinMs = 15_000
const askAgainMs = 2_000
const listRestMs = 150

/**
 * The chat of one person in this tab: one socket, the threads that were opened, and the outbox. The database is the
 * truth: each opening of the socket catches up with every thread by its last sequence (contract/realtime.ts).
 */
export function createChat(userId: number, role: Role, store: ChatStore) {
  const listeners = new Set<() => void>()
  const acknowledged = new Map<string, (outcome: Outcome) => void>()
  /** Questions that may have to be asked again, by the name they were given. */
  const asked = new Map<string, ClientFrame>()
  const outbox = createOutbox(userId, () => {
    change({ pending: outbox.items() })
    void deliver()
  })
  let state: ChatState = {
    isConnected: false,
    threads: new Map(),
    begun: new Map(),
    pending: outbox.items(),
  }
  let listTimer: ReturnType<typeof setTimeout> | undefined

  const token = () => selectSession(store.getState()).token
  const connection = connectRealtime({
    path: '/ws/chat/',
    token,
    ping: { action: 'ping' },
    onOpen: opened,
    onClose: closed,
    onFrame: (content) => {
      const frame = serverFrame.safeParse(content)
      if (frame.success) heard(frame.data)
    },
    onSessionEnded: async () => {
      const refused = token()
      return refused !== null && refreshSession(refused)(store.dispatch as never, store.getState)
    },
  })
  const deliver = createDelivery({ userId, outbox, isOpen: connection.isOpen, send })
  const unwatch = outbox.watch()

  function change(part: Partial<ChatState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function changeThread(conversationId: number, part: Partial<Thread>) {
    const thread = { ...(state.threads.get(conversationId) ?? unknownThread), ...part }
    change({ threads: new Map(state.threads).set(conversationId, thread) })
  }

  function opened() {
    change({ isConnected: true })
    for (const [conversationId, thread] of state.threads) {
      if (thread.status === 'ready') catchUp(conversationId)
      if (thread.status === 'failed') void load(conversationId)
    }
    readListAnew()
    void deliver()
  }

  function closed() {
    asked.clear()
    for (const resolve of acknowledged.values()) resolve('lost')
    acknowledged.clear()
    change({ isConnected: false })
  }

  function heard(frame: ServerFrame) {
    if (frame.event === 'message.created') created(frame)
    if (frame.event === 'messages.read') read(frame)
    if (frame.event === 'conversation.created') begun(frame)
    if (frame.event === 'joined') joined(frame)
    if (frame.event === 'error') refused(frame)
  }

  function created({ conversation_id, message }: Frame<'message.created'>) {
    const thread = state.threads.get(conversation_id)
    if (thread?.status === 'ready') {
      const grown = withNewer(thread, [message])
      if (grown) changeThread(conversation_id, grown)
      else catchUp(conversation_id)
    }
    acknowledge(message)
    readListAnew()
  }

  function read({ conversation_id, reader_id, read_sequence }: Frame<'messages.read'>) {
    const thread = state.threads.get(conversation_id)
    if (thread && reader_id !== userId) changeThread(conversation_id, withOtherRead(thread, read_sequence))
    readListAnew()
  }

  function begun({ conversation_id, caretaker_id, caregiver_id }: Frame<'conversation.created'>) {
    const otherId = caretaker_id === userId ? caregiver_id : caretaker_id
    change({ begun: new Map(state.begun).set(otherId, conversation_id) })
    // It has no messages yet: the first one comes next.
    if (!state.threads.has(conversation_id)) changeThread(conversation_id, { status: 'ready' })
    readListAnew()
  }

  function joined(frame: Frame<'joined'>) {
    const { conversation_id, messages, client_id } = frame
    if (client_id) asked.delete(client_id)
    const thread = state.threads.get(conversation_id)
    if (!thread) return
    const grown = withOtherRead(withNewer(thread, messages) ?? thread, frame.other_read_sequence)
    changeThread(conversation_id, grown)
    for (const message of messages) acknowledge(message)
    const last = lastSequence(grown)
    if (frame.has_more && last > lastSequence(thread)) catchUp(conversation_id)
  }

  function refused({ client_id, code, detail }: Frame<'error'>) {
    if (client_id === null) return
    acknowledged.get(client_id)?.({ code, detail })
    const frame = asked.get(client_id)
    asked.delete(client_id)
    if (!frame || !RETRIED_ERROR_CODES.includes(code)) return
    setTimeout(() => ask(client_id, frame), askAgainMs)
  }

  /** The server has it: it leaves the outbox in the moment that it stands in the thread. */
  function acknowledge({ client_id }: ChatMessage) {
    if (client_id === null) return
    outbox.remove(client_id)
    acknowledged.get(client_id)?.('stored')
  }

  function send({ clientId, conversationId, otherId, text }: Pending): Promise<Outcome> {
    const known = conversationId ?? state.begun.get(otherId)
    const sent = connection.send(
      known === undefined
        ? { action: 'create_or_send_first', [`${otherSideOf(role)}_id`]: otherId, text, client_id: clientId }
        : { action: 'send_message', conversation_id: known, text, client_id: clientId },
    )
    if (!sent) return Promise.resolve('lost')
    return new Promise((resolve) => {
      const overdue = setTimeout(connection.restart, acknowledgedWithinMs)
      acknowledged.set(clientId, (outcome) => {
        clearTimeout(overdue)
        acknowledged.delete(clientId)
        resolve(outcome)
      })
    })
  }

  function ask(name: string, frame: ClientFrame) {
    if (connection.send({ ...frame, client_id: name })) asked.set(name, frame)
  }

  function catchUp(conversationId: number) {
    const thread = state.threads.get(conversationId)
    if (!thread) return
    ask(`join-${conversationId}`, {
      action: 'join',
      conversation_id: conversationId,
      after: lastSequence(thread),
    })
  }

  /** Many frames may come at once: the list is read once for all of them. */
  function readListAnew() {
    listTimer ??= setTimeout(() => {
      listTimer = undefined
      store.dispatch(api.util.invalidateTags(['Conversation']))
    }, listRestMs)
  }

  async function load(conversationId: number) {
    changeThread(conversationId, { status: 'loading' })
    const { data, error } = await fetchMessages({ conversationId })
    if (!data) {
      changeThread(conversationId, { status: statusOf(error) === 404 ? 'missing' : 'failed' })
      return
    }
    const messages: ChatMessage[] = data.results
    const hasOlder = data.previous !== null
    changeThread(conversationId, { ...unknownThread, status: 'ready', messages, hasOlder })
    for (const message of messages) acknowledge(message)
    // What came while these were on their way, and how far the other one has read.
    catchUp(conversationId)
  }

  async function loadOlder(conversationId: number) {
    const thread = state.threads.get(conversationId)
    const before = thread?.messages[0]?.sequence
    if (!thread?.hasOlder || thread.older === 'loading' || before === undefined) return
    changeThread(conversationId, { older: 'loading' })
    const { data } = await fetchMessages({ conversationId, before })
    const current = state.threads.get(conversationId)
    if (!current) return
    if (data) changeThread(conversationId, withOlder(current, data.results, data.previous !== null))
    else changeThread(conversationId, { older: 'failed' })
  }

  function fetchMessages(args: { conversationId: number; before?: number }) {
    return store.dispatch(chatApi.endpoints.messages.initiate(args, { subscribe: false, forceRefetch: true }))
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    /** Makes a conversation's messages known, if they are not. */
    open(conversationId: number) {
      const status = state.threads.get(conversationId)?.status
      if (status === undefined || status === 'failed') void load(conversationId)
    },
    loadOlder,
    /** Puts a message on its way; it is sent as soon as there is a connection. */
    write(to: { otherId: number; conversationId: number | null }, text: string) {
      outbox.add({ ...to, clientId: crypto.randomUUID(), text }, now())
    },
    retry: (clientId: string) => outbox.retry(clientId, now()),
    discard: outbox.remove,
    /** The newest message that was seen: all before it count as read. */
    markRead({ conversation_id, id }: ChatMessage) {
      ask(`read-${conversation_id}`, { action: 'mark_read', conversation_id, message_ids: [id] })
      store.dispatch(withoutUnread(conversation_id))
    },
    close() {
      unwatch()
      clearTimeout(listTimer)
      connection.close()
    },
  }
}
export type Chat = ReturnType<typeof createChat>

/** In the list and on the badge at once, until the server says so. */
function withoutUnread(conversationId: number) {
  return chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
    const rows = pages.flatMap(({ results }) => results)
    const unread = rows.find(({ id }) => id === conversationId)?.unread_count ?? 0
    for (const page of pages) page.unread_total = Math.max(0, page.unread_total - unread)
    for (const row of rows) if (row.id === conversationId) row.unread_count = 0
  })
}
