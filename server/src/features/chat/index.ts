import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { conversationRoutes, messageRoutes } from './routes.ts'

export { startConversation } from './conversation-start.ts'
export { createChatFrameHandler } from './frame-handlers.ts'
export { getMessageDetails, type MessageDetails } from './message-queries.ts'
export { countUnreadMessages, hasConversation } from './queries.ts'
export { markMessagesRead } from './reading.ts'
export { conversations, messages } from './tables.ts'

export function chatRoutes(app: App, deps: Deps): void {
  conversationRoutes(app, deps)
  messageRoutes(app, deps)
}
