import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { conversationRoutes, messageRoutes } from './routes.ts'

export { markMessagesRead, startConversation } from './commands.ts'
export { createChatFrameHandler } from './frame-handlers.ts'
export { getMessageDetails, type MessageDetails } from './message-queries.ts'
export { conversations, messages } from './tables.ts'

export function chatRoutes(app: App, deps: Deps): void {
  conversationRoutes(app, deps)
  messageRoutes(app, deps)
}
