import { api } from '../../../lib/transport/api-base.ts'
import { chatApi } from '../chat-api.ts'
import type { ChatStore } from './chat-store.ts'

const refetchDelayMs = 150

/** The cached conversation list, with the unread total of the header's badge. */
export function createConversationCache(store: ChatStore) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Refetches once for frames that arrive together. */
    refetchSoon() {
      timer ??= setTimeout(() => {
        timer = undefined
        store.dispatch(api.util.invalidateTags(['Conversation']))
      }, refetchDelayMs)
    },
    /** Shows a conversation as read before the server confirms it. */
    markRead(conversationId: number) {
      store.dispatch(clearUnread(conversationId))
    },
    close: () => clearTimeout(timer),
  }
}

function clearUnread(conversationId: number) {
  return chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
    const conversations = pages.flatMap(({ results }) => results)
    const unread = conversations.find(({ id }) => id === conversationId)?.unread_count ?? 0
    for (const page of pages) page.unread_total = Math.max(0, page.unread_total - unread)
    for (const conversation of conversations) {
      if (conversation.id === conversationId) conversation.unread_count = 0
    }
  })
}
