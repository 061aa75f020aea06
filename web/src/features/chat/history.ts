import type { ChatMessage } from '@tendwell/contract/chat'
import { statusOf } from '../../lib/errors.ts'
import { chatApi } from './api.ts'
import type { ChatStateHolder } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import { unknownThread, withOlder } from './thread.ts'

interface HistoryOptions {
  store: ChatStore
  state: ChatStateHolder
  onLoaded: (conversationId: number, messages: readonly ChatMessage[]) => void
}

/** The messages that were written before: the newest of a conversation, and then older ones. */
export function createHistory({ store, state, onLoaded }: HistoryOptions) {
  function fetchMessages(args: { conversationId: number; before?: number }) {
    return store.dispatch(chatApi.endpoints.messages.initiate(args, { subscribe: false, forceRefetch: true }))
  }

  return {
    async load(conversationId: number) {
      state.changeThread(conversationId, { status: 'loading' })
      const { data, error } = await fetchMessages({ conversationId })
      if (!data) {
        state.changeThread(conversationId, { status: statusOf(error) === 404 ? 'missing' : 'failed' })
        return
      }
      const messages: ChatMessage[] = data.results
      const hasOlder = data.previous !== null
      state.changeThread(conversationId, { ...unknownThread, status: 'ready', messages, hasOlder })
      onLoaded(conversationId, messages)
    },
    async loadOlder(conversationId: number) {
      const thread = state.thread(conversationId)
      const before = thread?.messages[0]?.sequence
      if (!thread?.hasOlder || thread.older === 'loading' || before === undefined) return
      state.changeThread(conversationId, { older: 'loading' })
      const { data } = await fetchMessages({ conversationId, before })
      const current = state.thread(conversationId)
      if (!current) return
      if (data) {
        state.changeThread(conversationId, withOlder(current, data.results, data.previous !== null))
      } else {
        state.changeThread(conversationId, { older: 'failed' })
      }
    },
  }
}
