import type { UnknownAction } from '@reduxjs/toolkit'
import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { chatApi } from '../chat-api.ts'
import { chatActions, selectThread, selectThreads } from './chat-slice.ts'
import type { ChatStore } from './chat-store.ts'
import type { PendingRequests } from './pending-requests.ts'
import { lastSequence } from './thread.ts'

interface MessageHistoryOptions {
  store: ChatStore
  update: (action: UnknownAction) => void
  requests: PendingRequests
  /** The server has stored this message. */
  acknowledge: (message: ChatMessage) => void
}

/**
 * Loads stored messages: a conversation's newest ones, older ones, and those that were missed while
 * disconnected.
 */
export function createMessageHistory({ store, update, requests, acknowledge }: MessageHistoryOptions) {
  const getThread = (conversationId: number) => selectThread(store.getState(), conversationId)

  function fetchMessages(args: { conversationId: number; before?: number }) {
    return store.dispatch(chatApi.endpoints.messages.initiate(args, { subscribe: false, forceRefetch: true }))
  }

  async function load(conversationId: number) {
    update(chatActions.threadRequested(conversationId))
    const { data, error } = await fetchMessages({ conversationId })
    if (!data) {
      update(chatActions.threadFailed({ conversationId, error }))
      return
    }
    const messages = data.results
    update(chatActions.threadLoaded({ conversationId, messages, hasOlder: data.previous !== null }))
    for (const message of messages) acknowledge(message)
    // Brings what arrived during the load, and the other person's read position.
    catchUp(conversationId)
  }

  async function loadOlder(conversationId: number) {
    const thread = getThread(conversationId)
    const before = thread?.messages[0]?.sequence
    if (!thread?.hasOlder || thread.olderStatus === 'loading' || before === undefined) return
    update(chatActions.olderRequested(conversationId))
    const { data } = await fetchMessages({ conversationId, before })
    if (!data) {
      update(chatActions.olderFailed(conversationId))
      return
    }
    const messages = data.results
    update(chatActions.olderLoaded({ conversationId, messages, hasOlder: data.previous !== null }))
  }

  /** Requests the messages after a thread's last one. */
  function catchUp(conversationId: number) {
    const thread = getThread(conversationId)
    if (!thread) return
    const after = lastSequence(thread)
    requests.request(`join-${conversationId}`, { action: 'join', conversation_id: conversationId, after })
  }

  return {
    /** Loads a conversation's messages unless they are loaded or loading. */
    open(conversationId: number) {
      const status = getThread(conversationId)?.status
      if (status === undefined || status === 'failed') void load(conversationId)
    },
    loadOlder,
    catchUp,
    catchUpAll() {
      for (const [id, { status }] of Object.entries(selectThreads(store.getState()))) {
        if (status === 'ready') catchUp(Number(id))
        if (status === 'failed') void load(Number(id))
      }
    },
  }
}
