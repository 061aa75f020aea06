import { api } from '../../lib/api-base.ts'
import { chatApi } from './api.ts'
import type { ChatStore } from './chat-store.ts'

const listRestMs = 150

/** The list of conversations with its badge, as the API's cache holds it. */
export function createListCache(store: ChatStore) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Many frames may come at once: the list is read once for all of them. */
    readAnew() {
      timer ??= setTimeout(() => {
        timer = undefined
        store.dispatch(api.util.invalidateTags(['Conversation']))
      }, listRestMs)
    },
    /** In the list and on the badge at once, until the server says so. */
    countAsRead(conversationId: number) {
      store.dispatch(withoutUnread(conversationId))
    },
    close: () => clearTimeout(timer),
  }
}

function withoutUnread(conversationId: number) {
  return chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
    const rows = pages.flatMap(({ results }) => results)
    const unread = rows.find(({ id }) => id === conversationId)?.unread_count ?? 0
    for (const page of pages) page.unread_total = Math.max(0, page.unread_total - unread)
    for (const row of rows) if (row.id === conversationId) row.unread_count = 0
  })
}
