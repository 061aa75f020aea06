import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { pushConversationChanged } from './conversations/blocking.ts'
import { conversationRoutes, messageRoutes } from './routes.ts'

export { countMessages, listMessagesBetween } from './console.ts'
export { startConversation } from './conversations/conversation-start.ts'
export { createChatFrameHandler } from './frames/frame-handlers.ts'
export { findMessage, listMessagesAround, setMessageHidden } from './messages/hiding.ts'
export { findQuote, getMessageDetails, type MessageDetails } from './messages/message-queries.ts'
export { markMessagesRead } from './messages/reading.ts'
export { countUnreadMessages, hasConversation, listConversationsWith } from './queries.ts'
export { conversations, messages } from './tables.ts'

/** Pushes to both members' open pages that a block between them began or ended. */
export function chatJobs(deps: Deps): void {
  deps.jobs.subscribe('person.blocked', 'chat', (event) => pushConversationChanged(deps, event))
  deps.jobs.subscribe('person.unblocked', 'chat', (event) => pushConversationChanged(deps, event))
}

export function chatRoutes(app: App, deps: Deps): void {
  conversationRoutes(app, deps)
  messageRoutes(app, deps)
}
export { chatData } from './personal-data.ts'
