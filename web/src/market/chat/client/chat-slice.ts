import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { getErrorStatus } from '../../../lib/errors.ts'
import type { PendingMessage } from './outbox.ts'
import {
  appendMessages,
  emptyThread,
  markReadByOther,
  prependMessages,
  replaceMessage,
  type Thread,
} from './thread.ts'

/** What the chat screens show. The chat client keeps it up to date while it is open. */
export interface ChatState {
  isConnected: boolean
  /** By conversation id. */
  threads: Record<number, Thread>
  /** Conversations that started while this tab was open: their ids by the other person's id. */
  newConversations: Record<number, number>
  outbox: PendingMessage[]
}

/** The part of the store's state that holds the chat. */
export interface WithChat {
  chat: ChatState
}

interface LoadedMessages {
  conversationId: number
  messages: ChatMessage[]
  /** Whether the conversation has messages before these. */
  hasOlder: boolean
}

const initialState: ChatState = { isConnected: false, threads: {}, newConversations: {}, outbox: [] }

const chatSlice = createSlice({
  name: 'chat',
  initialState,
  reducers: {
    connectionChanged(state, { payload }: PayloadAction<{ isConnected: boolean }>) {
      state.isConnected = payload.isConnected
    },
    outboxChanged(state, { payload }: PayloadAction<PendingMessage[]>) {
      state.outbox = payload
    },
    conversationStarted(state, { payload }: PayloadAction<{ conversationId: number; otherId: number }>) {
      const { conversationId, otherId } = payload
      state.newConversations[otherId] = conversationId
      // There is nothing to load: its first message comes next.
      state.threads[conversationId] ??= { ...emptyThread, status: 'ready' }
    },
    threadRequested(state, { payload: conversationId }: PayloadAction<number>) {
      const thread = state.threads[conversationId]
      // The screen shows why it failed until it has loaded.
      state.threads[conversationId] = {
        ...emptyThread,
        error: thread?.status === 'failed' ? thread.error : null,
      }
    },
    threadLoaded(state, { payload }: PayloadAction<LoadedMessages>) {
      const { conversationId, messages, hasOlder } = payload
      state.threads[conversationId] = { ...emptyThread, status: 'ready', messages, hasOlder }
    },
    threadFailed(state, { payload }: PayloadAction<{ conversationId: number; error: unknown }>) {
      const { conversationId, error } = payload
      const status = getErrorStatus(error) === 404 ? 'missing' : 'failed'
      state.threads[conversationId] = { ...emptyThread, status, error }
    },
    olderRequested(state, { payload: conversationId }: PayloadAction<number>) {
      const thread = state.threads[conversationId]
      if (thread) thread.olderStatus = 'loading'
    },
    olderLoaded(state, { payload }: PayloadAction<LoadedMessages>) {
      const { conversationId, messages, hasOlder } = payload
      const thread = state.threads[conversationId]
      if (thread) state.threads[conversationId] = prependMessages(thread, messages, hasOlder)
    },
    olderFailed(state, { payload: conversationId }: PayloadAction<number>) {
      const thread = state.threads[conversationId]
      if (thread) thread.olderStatus = 'failed'
    },
    /** Ignores messages that would leave a gap: the client catches up instead. */
    messagesReceived(state, { payload }: PayloadAction<{ conversationId: number; messages: ChatMessage[] }>) {
      const { conversationId, messages } = payload
      const thread = state.threads[conversationId]
      const longer = thread?.status === 'ready' && appendMessages(thread, messages)
      if (longer) state.threads[conversationId] = longer
    },
    messageChanged(state, { payload: message }: PayloadAction<ChatMessage>) {
      const thread = state.threads[message.conversation_id]
      if (thread) state.threads[message.conversation_id] = replaceMessage(thread, message)
    },
    readByOther(state, { payload }: PayloadAction<{ conversationId: number; sequence: number }>) {
      const thread = state.threads[payload.conversationId]
      if (thread) state.threads[payload.conversationId] = markReadByOther(thread, payload.sequence)
    },
    chatClosed: () => initialState,
  },
  selectors: {
    selectIsConnected: (state) => state.isConnected,
    selectOutbox: (state) => state.outbox,
    selectThreads: (state) => state.threads,
    selectThread: (state, conversationId: number): Thread | undefined => state.threads[conversationId],
    /** The conversation with a person, if it started while this tab was open. */
    selectNewConversation: (state, otherId: number): number | undefined => state.newConversations[otherId],
  },
})

export const chatReducer = chatSlice.reducer
export const chatActions = chatSlice.actions
export const { selectIsConnected, selectNewConversation, selectOutbox, selectThread, selectThreads } =
  chatSlice.selectors
