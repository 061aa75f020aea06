import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { pushChange } from './conversations/blocking.ts'
import { conversationRoutes, messageRoutes } from './routes.ts'

export { countMessages, listMessagesBetween } from './console.ts'
export { startConversation } from './conversations/conversation-start.ts'
export { createChatFrameHandler } from './frames/frame-handlers.ts'
export { findMessage, listMessagesAround, setMessageHidden } from './messages/hiding.ts'
export { getMessageDetails, type MessageDetails } from './messages/message-queries.ts'
export { markMessagesRead } from './messages/reading.ts'
export { countUnreadMessages, hasConversation, listConversationsWith } from './queries.ts'
export { conversations, messages } from './tables.ts'

/** Tells both members' open pages when a block begins or ends. */
export function chatJobs(deps: Deps): void {
  deps.jobs.subscribe('person.blocked', 'chat', (event) => pushChange(deps, event))
  deps.jobs.subscribe('person.unblocked', 'chat', (event) => pushChange(deps, event))
}

export function chatRoutes(app: App, deps: Deps): void {
  conversationRoutes(app, deps)
  messageRoutes(app, deps)
}
export { chatData } from './personal-data.ts'
